import type { Output } from '../api/api.ts'

export type Key = Output<'listKeys'>['keys'][number]

/** Which dialog about the keys is open. */
export type OpenKeyDialog = { what: 'create' } | { what: 'change' | 'rotate' | 'revoke'; key: Key }
