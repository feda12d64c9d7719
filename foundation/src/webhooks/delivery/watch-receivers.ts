import { makeAudit } from '../../audit/audit.ts'
import type { Database, Queryable } from '../../database/database.ts'
import type { Logger } from '../../log/log.ts'
import type { NewId } from '../../new-id.ts'
import type { DisabledReason } from '../model/webhook.ts'
import { failuresToOpen, healthAfter, noAttempts, type ReceiverHealth, type Tally, tallied } from './breaker.ts'
import type { Recorded } from './delivery-store.ts'
import { isSuccess } from './outcome.ts'
import * as receivers from './receiver-store.ts'

/** What a batch of recorded attempts says of their receivers, where that is news: by registration. */
export type WatchReceivers = (
  recorded: readonly Recorded[],
  isFailing: (webhookId: string) => boolean,
) => Promise<ReadonlyMap<string, ReceiverHealth>>

type Deps = { db: Database; now: () => Date; newId: NewId; log: Logger; disableAfterMs: number }

const gone = 410

/**
 * Writes down how receivers fare, and disables a registration whose receiver is gone or has failed everything for
 * `disableAfterMs`. A receiver that was well and still is costs nothing.
 */
export function makeWatchReceivers({ db, now, newId, log, disableAfterMs }: Deps): WatchReceivers {
  const audit = makeAudit({ now, newId })
  async function disable(tx: Queryable, receiver: receivers.Receiver, reason: DisabledReason): Promise<void> {
    const { webhookId, companyId } = receiver
    const at = now()
    await receivers.disable(tx, webhookId, reason, at)
    await audit.record(
      tx,
      { actor: 'system', requestId: null },
      {
        at,
        companyId,
        action: 'webhook.disable',
        target: webhookId,
        before: { enabled: true },
        after: { enabled: false, reason },
      },
    )
  }

  return async (recorded, isFailing) => {
    const byWebhook = Map.groupBy(recorded, ({ delivery }) => delivery.webhookId)
    const news = [...byWebhook].filter(
      ([webhookId, done]) => isFailing(webhookId) || done.some(({ attempt }) => !isSuccess(attempt)),
    )
    if (news.length === 0) return new Map()
    const disabled: { webhookId: string; reason: DisabledReason }[] = []
    const healths = await db.transaction(async (tx) => {
      const locked = await receivers.lockReceivers(
        tx,
        news.map(([webhookId]) => webhookId),
      )
      const after = new Map<string, ReceiverHealth>()
      for (const receiver of locked) {
        // A response of an address that has been replaced meanwhile says nothing about the new one.
        const done = (byWebhook.get(receiver.webhookId) ?? []).filter(({ delivery }) => delivery.url === receiver.url)
        const health = healthAfter(receiver.health, tallyOf(done))
        after.set(receiver.webhookId, health)
        await receivers.saveHealth(tx, receiver.webhookId, health)
        const reason = receiver.enabled ? reasonToDisable(done, health) : undefined
        if (reason === undefined) continue
        await disable(tx, receiver, reason)
        disabled.push({ webhookId: receiver.webhookId, reason })
      }
      return after
    })
    for (const { webhookId, reason } of disabled) log.warn({ webhookId, reason }, 'a webhook registration was disabled')
    return healths
  }

  function reasonToDisable(done: readonly Recorded[], health: ReceiverHealth): DisabledReason | undefined {
    if (done.some(({ attempt }) => attempt.status === gone)) return 'gone'
    const { failuresInARow, failingSince } = health
    // Two failures a week apart are no proof that everything fails.
    if (failingSince === null || failuresInARow < failuresToOpen) return undefined
    return now().getTime() - failingSince.getTime() >= disableAfterMs ? 'failing' : undefined
  }
}

const tallyOf = (done: readonly Recorded[]): Tally =>
  done.reduce(
    (tally, { attempt }) =>
      tallied(tally, {
        succeeded: isSuccess(attempt),
        endedAt: new Date(attempt.at.getTime() + attempt.durationMs),
      }),
    noAttempts,
  )
