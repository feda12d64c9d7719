/**
 * The queue of messages: those that are due are taken under a lease, sent, and what became of each is written, in one
 * transaction with the health of its channel. What fails is tried again, later each time. A process that dies leaves a lease
 * that runs out, and another sends what it held: nothing is lost, and doubled is only what was sent in the moment before
 * the death, under the same id. Mails are noted one by one (`recipients/send-mails.ts`).
 */
import * as companies from '@service/foundation/companies/company-store.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { keepLease, type Lease, newLease } from '@service/foundation/jobs/jobs.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import * as channels from './channel-store.ts'
import * as messages from './message-store.ts'
import { nextTry, type Sent } from './model/outcome.ts'
import type { ReadMessage } from './read-message.ts'
import type { SendMessage } from './send-message.ts'

export type DeliverDeps = {
  db: Database
  now: () => Date
  newId: NewId
  log: Logger
  readMessage: ReadMessage
  send: SendMessage
  leaseMs?: number
}

/** How soon another process goes on after one has died: as long as one works on a message, it renews the lease. */
const defaultLeaseMs = 120_000
const atOnce = 8

/** Returns how many were due, up to so many at once. */
export async function deliverDue(deps: DeliverDeps, stop: AbortSignal): Promise<number> {
  const { leaseMs = defaultLeaseMs } = deps
  const lease = newLease(deps, leaseMs)
  const due = await messages.take(deps.db.connection, lease, atOnce)
  await Promise.all(
    due.map(async (one) => {
      const { letGo } = keepLease(deps.now, leaseMs, (until) =>
        messages.renewLease(deps.db.connection, lease.id, one.id, until),
      )
      await deliver(deps, lease, one, stop).finally(letGo)
    }),
  )
  return due.length
}

async function deliver(deps: DeliverDeps, lease: Lease, due: messages.DueMessage, stop: AbortSignal): Promise<void> {
  const { db, log } = deps
  try {
    if (stop.aborted) return void (await messages.release(db.connection, lease.id, due.id))
    const channel = await messages.channelOf(db.connection, due)
    const company = await companies.find(db.connection, due.companyId)
    if (!channel || !company) return
    if (!channel.enabled) return await skip(deps, lease, due, 'the channel is switched off')
    const read = await deps.readMessage(due, { companyName: company.name, timeZone: company.timeZone })
    if ('skipped' in read) return await skip(deps, lease, due, read.skipped)
    await note(deps, lease, due, await deps.send(channel, due.id, read.message))
  } catch (err) {
    log.error({ err, message: due.id }, 'a message could not be worked on; trying again later')
    await note(deps, lease, due, { kind: 'failed', error: 'a fault of ours', isFinal: false }).catch(() => {})
  }
}

const skip = async ({ db, now }: DeliverDeps, lease: Lease, { id }: messages.DueMessage, reason: string) => {
  await messages.end(db.connection, lease.id, { id, state: 'skipped', error: reason, at: now() })
}

async function note(deps: DeliverDeps, lease: Lease, due: messages.DueMessage, sent: Sent): Promise<void> {
  const { db, now } = deps
  const { id, channelId, tries } = due
  const at = now()
  if (sent.kind === 'skipped') return skip(deps, lease, due, sent.error)
  await db.transaction(async (tx) => {
    if (sent.kind === 'sent') {
      if (!(await messages.end(tx, lease.id, { id, state: 'sent', error: sent.error ?? null, at }))) return
      return channels.noteOutcome(tx, channelId, at, undefined)
    }
    const { error } = sent
    const dueAt = nextTry(sent, tries + 1, at)
    const isOurs = dueAt
      ? await messages.putOff(tx, lease.id, { id, error, dueAt })
      : await messages.end(tx, lease.id, { id, state: 'failed', error, at })
    if (isOurs) await channels.noteOutcome(tx, channelId, at, error)
  })
}
