import type { Output } from '../../api/api.ts'

export type RegistryLogin = Output<'listRegistryLogins'>['registries'][number]

/** Without a login, a new one is set. */
export type OpenLoginDialog = { what: 'set'; login?: RegistryLogin } | { what: 'remove'; login: RegistryLogin }
