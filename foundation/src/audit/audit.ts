/**
 * Audit: who changed what. Every act of administration records one event in the transaction that does it, so there is
 * no act without its event and no event without its act. Reading and screening are no acts of administration; they have
 * records of their own.
 */
import type { Queryable } from '../database/database.ts'
import { type Act, actorText } from '../identity/model/actor.ts'
import type { NewId } from '../new-id.ts'
import * as store from './audit-store.ts'
import type { AuditEvent, Fields } from './model/audit-event.ts'

export {
  type AuditFilter,
  count,
  countErasures,
  type HoldableEvent,
  list,
  listWithHolds,
  namesOf,
  replaceContent,
} from './audit-store.ts'

/** A change as its event shows it, beside who made it. `before` and `after` hold what was changed, never secrets. */
export type Change = {
  /** Null where the act concerns no company in particular. */
  companyId: string | null
  /** The name of the act: `key.revoke`. */
  action: string
  /** The id of what was acted on. */
  target: string
  before?: Fields | null
  after?: Fields | null
  /** The time of the change; now where absent. */
  at?: Date
}

export type Audit = {
  /** Appends the event of one change to the transaction that makes the change. */
  record(tx: Queryable, by: Act, change: Change): Promise<void>
}

export function makeAudit({ now, newId }: { now: () => Date; newId: NewId }): Audit {
  return {
    record: (tx, { actor, requestId }, { companyId, action, target, before = null, after = null, at = now() }) => {
      const event: Omit<AuditEvent, 'redactedAt'> = {
        id: newId('aud'),
        at,
        companyId,
        actor: actorText(actor),
        action,
        target,
        before,
        after,
        requestId,
      }
      return store.append(tx, event)
    },
  }
}
