import type { AccountOutput } from '../app/app.ts'

export type Member = AccountOutput<'listMembers'>['members'][number]

/** Which dialog about people is open. */
export type OpenMemberDialog = { what: 'invite' } | { what: 'change' | 'link' | 'sessions' | 'remove'; member: Member }
