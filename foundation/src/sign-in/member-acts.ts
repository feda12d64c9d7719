/** What the administration can do about the people of a company, beside creating them. */
import type { Administrator } from '../identity/model/administrator.ts'
import { makeChangeMember, makeRemoveMember } from './change-member.ts'
import { makeInviteUser } from './invite-user.ts'
import { listMembers, type MemberFilter } from './list-members.ts'
import { type LinkDeps, makeMakeAccountLink } from './make-account-link.ts'
import { makeEndMemberSessions, makeListMemberSessions } from './member-sessions.ts'
import * as messages from './message-store.ts'
import { makeRemoveMemberFactor } from './remove-member-factor.ts'

export const makeMemberActs = (deps: LinkDeps) => ({
  inviteUser: makeInviteUser(deps),
  makeAccountLink: makeMakeAccountLink(deps),
  makeEntryLink: makeMakeAccountLink(deps, 'entry'),
  changeMember: makeChangeMember(deps),
  removeMember: makeRemoveMember(deps),
  endMemberSessions: makeEndMemberSessions(deps),
  removeMemberFactor: makeRemoveMemberFactor(deps),
  listMembers: (_by: Administrator, companyId: string, filter: MemberFilter) =>
    listMembers(deps.db.connection, companyId, filter),
  listMemberSessions: makeListMemberSessions(deps),
  listAccountMessages: (_by: Administrator, companyId: string | undefined) =>
    messages.listWaiting(deps.db.connection, companyId),
})
