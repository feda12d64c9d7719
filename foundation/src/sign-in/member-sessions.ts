/** The sessions of a person, as they and those who manage the people of the company see and end them. */
import { makeAudit } from '../audit/audit.ts'
import type { Act } from '../identity/model/actor.ts'
import type { Administrator } from '../identity/model/administrator.ts'
import type { Principal } from '../identity/model/principal.ts'
import { Problem } from '../problem.ts'
import { findUser } from '../users/users.ts'
import * as devices from './device-store.ts'
import * as handOvers from './hand-over/hand-over-store.ts'
import type { LinkDeps } from './make-account-link.ts'
import type { Session } from './model/session.ts'
import * as grants from './oauth/grant-store.ts'
import { requireNoMoreThan } from './require-no-more-than.ts'
import * as sessions from './session-store.ts'

export type ListMemberSessions = (by: Administrator, companyId: string, userId: string) => Promise<Session[]>
export type EndMemberSessions = (by: Administrator, companyId: string, userId: string) => Promise<number>

export function makeListMemberSessions({ db, now }: LinkDeps): ListMemberSessions {
  return async (_by, companyId, userId) => {
    if (!(await findUser(db.connection, companyId, userId))) throw missingUser(userId)
    return sessions.list(db.connection, companyId, userId, now())
  }
}

/** Ends them all and what assistants may do for the person, and lets no browser count as known. Returns how many sessions. */
export function makeEndMemberSessions({ db, now, newId, access }: LinkDeps): EndMemberSessions {
  const audit = makeAudit({ now, newId })
  return (by, companyId, userId) =>
    db.transaction(async (tx) => {
      const user = await findUser(tx, companyId, userId)
      if (!user) throw missingUser(userId)
      await requireNoMoreThan(by, tx, access, user)
      const ended = await sessions.endAll(tx, user.id)
      await devices.forgetAll(tx, user.id)
      await grants.endAllOf(tx, user.id)
      await handOvers.withdrawAllOf(tx, user.id)
      await audit.record(tx, by, { companyId, action: 'session.end-all', target: user.id, after: { ended } })
      return ended
    })
}

const missingUser = (id: string) => new Problem('not-found', `User ${id} not found in this company.`)

export type OwnSessions = {
  list(by: Principal): Promise<Session[]>
  end(by: Principal & Act, id: string): Promise<void>
  /** Ends all but the one that asks; returns how many. */
  endOthers(by: Principal & Act): Promise<number>
}

export function makeOwnSessions({ db, now, newId }: Pick<LinkDeps, 'db' | 'now' | 'newId'>): OwnSessions {
  const audit = makeAudit({ now, newId })
  return {
    list: ({ companyId, actor }) => sessions.list(db.connection, companyId, actor.id, now()),
    end: (by, id) =>
      db.transaction(async (tx) => {
        const { companyId, actor } = by
        const isEnded = await sessions.end(tx, { companyId, userId: actor.id, id })
        if (!isEnded) throw new Problem('not-found', `Session ${id} not found.`)
        // Which session allowed a key is not known: one that waits to be fetched may be of the session that ends.
        await handOvers.withdrawAllOf(tx, actor.id)
        await audit.record(tx, by, { companyId, action: 'session.end', target: id, after: { by: 'list' } })
      }),
    endOthers: (by) =>
      db.transaction(async (tx) => {
        const { companyId, actor, session } = by
        const ended = await sessions.endAll(tx, actor.id, session?.id)
        await handOvers.withdrawAllOf(tx, actor.id)
        await audit.record(tx, by, { companyId, action: 'session.end-all', target: actor.id, after: { ended } })
        return ended
      }),
  }
}
