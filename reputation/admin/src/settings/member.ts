import type { Output } from '../api/api.ts'

export type Member = Output<'listMembers'>['members'][number]

/** Which dialog about people is open. */
export type OpenMemberDialog = { what: 'invite' } | { what: 'change' | 'link' | 'sessions' | 'remove'; member: Member }
