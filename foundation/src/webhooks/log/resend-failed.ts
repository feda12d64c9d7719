import { type Audit, makeAudit } from '../../audit/audit.ts'
import type { Database, Queryable } from '../../database/database.ts'
import type { Act } from '../../identity/model/actor.ts'
import { InputFaults } from '../../input-faults.ts'
import { announceDue } from '../events/event-store.ts'
import { lockWebhook, requireEnabled, requireWebhook } from '../registrations/change-webhook.ts'
import type { WebhookDeps } from '../registrations/create-webhook.ts'
import * as deliveries from './delivery-log-store.ts'

/** `until` is now where it is absent. */
export type FailedSince = { since: Date; until?: Date | undefined }

export type ResendFailed = {
  /** How many deliveries it would send. */
  preview(companyId: string, webhookId: string, span: FailedSince): Promise<number>
  /** Sends them again, and says how many. */
  send(by: Act, companyId: string, webhookId: string, span: FailedSince): Promise<number>
}

/** Deliveries in one transaction: few enough that nobody waits for them. */
const batch = 1_000

/**
 * Sends again every delivery of a registration that failed in a span of time, the oldest first. It goes batch by batch;
 * broken off, it has done a part, and the same call does the rest. What fails again meanwhile is left alone, for it has
 * failed after the span.
 */
export function makeResendFailed(deps: Pick<WebhookDeps, 'db' | 'now' | 'newId'>): ResendFailed {
  const { db, now } = deps
  const audit = makeAudit(deps)
  return {
    async preview(companyId, webhookId, span) {
      const webhook = await requireWebhook(db.connection, companyId, webhookId)
      return deliveries.countFailed(db.connection, webhook, readSpan(span, now()))
    },
    async send(by, companyId, webhookId, given) {
      const span = readSpan(given, now())
      const webhook = { companyId, id: webhookId }
      const first = await db.transaction((tx) => sendFirst(tx, { now, audit }, by, webhook, span))
      return first < batch ? first : first + (await sendRest(db, now, webhook, span))
    },
  }
}

type Owned = { companyId: string; id: string }

/** The audit event goes with the first batch and tells of all: a part is never done without it. */
async function sendFirst(
  tx: Queryable,
  { now, audit }: { now: () => Date; audit: Audit },
  by: Act,
  { companyId, id }: Owned,
  span: deliveries.FailedSpan,
): Promise<number> {
  // Counted before the registration is held, for deliverers wait for that, and there may be a great many.
  const count = await deliveries.countFailed(tx, await requireWebhook(tx, companyId, id), span)
  const { webhook } = await lockWebhook(tx, companyId, id)
  requireEnabled(webhook)
  await audit.record(tx, by, {
    companyId,
    action: 'webhook.resend-failed',
    target: id,
    after: { ...span, count },
  })
  await announceDue(tx)
  return deliveries.sendFailedAgain(tx, webhook, span, now(), batch)
}

async function sendRest(db: Database, now: () => Date, webhook: Owned, span: deliveries.FailedSpan): Promise<number> {
  let sent = 0
  for (;;) {
    const done = await db.transaction(async (tx) => {
      await announceDue(tx)
      return deliveries.sendFailedAgain(tx, webhook, span, now(), batch)
    })
    sent += done
    if (done < batch) return sent
  }
}

function readSpan({ since, until }: FailedSince, now: Date): deliveries.FailedSpan {
  const end = until && until < now ? until : now
  const faults = new InputFaults()
  if (since >= end) faults.add('body.since', until ? 'must be before until, and in the past' : 'must be in the past')
  faults.throwIfAny()
  return { since, until: end }
}
