import type { AccountOutput } from '../app/app.ts'

export type Key = AccountOutput<'listKeys'>['keys'][number]

/** Which dialog about the keys is open. */
export type OpenKeyDialog = { what: 'create' } | { what: 'change' | 'rotate' | 'revoke'; key: Key }
