/**
 * Kills a process that makes and delivers events at a named step, starts another, and counts what arrives: each event
 * that was acknowledged has to, no more of them twice than were under way, and soon after their leases have run out.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@service/foundation/database/open-database.ts'
import { randomFrom } from '@service/foundation/seeded-random.ts'
import type { DeliveryStep } from '@service/foundation/webhooks/model/delivery.ts'
import type { WebhooksOptions } from '@service/foundation/webhooks/webhooks.ts'
import { aCompany, aWebhook } from '@service/foundation-testing/webhooks/deliveries.ts'
import { startDeliveryProcess } from '@service/foundation-testing/webhooks/delivery-process.ts'
import { startReceiver, type TestReceiver } from '@service/foundation-testing/webhooks/receiver.ts'
import type { Engine, MadeDatabase } from '../databases.ts'

export const settings = {
  perReceiver: 4,
  inFlight: 8,
  disableAfterMs: 3_600_000,
  attemptTimeoutMs: 1_000,
  leaseMs: 2_000,
  pollEveryMs: 200,
} satisfies WebhooksOptions

export type Kill = {
  /** Events acknowledged to the code that caused them, in all rounds up to this one. */
  acknowledged: number
  lost: number
  /** Requests that repeat an earlier one, attempt number included. */
  duplicates: number
  /** From the start of the next process to the arrival of the last that was acknowledged. */
  resumedMs: number
}

/** Gives up on a round after this long; what has not arrived by then is lost. */
const patienceMs = 30_000
const eventsEach = 4

export async function* killRounds(engine: Engine, step: DeliveryStep, kills: number): AsyncIterable<Kill> {
  const random = randomFrom(kills)
  const receiver = await startReceiver()
  receiver.respond = (_post, response) => void setTimeout(() => response.end(), 20 * random())
  const made = await engine.make()
  try {
    const companyId = await aCompany(made.db)
    await aWebhook(made.db, { companyId, url: receiver.url })
    await made.db.close() // the embedded engine has one owner at a time
    for (let round = 0; round < kills; round++) {
      const occurrence = 1 + Math.floor(5 * random())
      yield await killOnce(made, receiver, { companyId, step, occurrence, first: round * 10_000 })
    }
  } finally {
    await receiver.close()
    const closed = { ...made, db: await openDatabase(made.options) }
    await closed.db.close()
    await made.drop()
  }
}

type Round = { companyId: string; step: DeliveryStep; occurrence: number; first: number }

async function killOnce(
  { options }: MadeDatabase,
  receiver: TestReceiver,
  { companyId, step, occurrence, first }: Round,
): Promise<Kill> {
  const doomed = await startDeliveryProcess({
    options,
    deliver: settings,
    write: { companyId, first, batches: 1_000, each: eventsEach, pauseMs: 5 },
    killAt: { step, occurrence },
  })
  await doomed.ended
  const heir = await startDeliveryProcess({ options, deliver: settings })
  const takenOverAtMs = Date.now()
  const missing = () => {
    const arrived = new Set(receiver.received.map(numberIn))
    let count = 0
    for (let number = first; number <= doomed.wrote; number++) if (!arrived.has(number)) count += 1
    return count
  }
  while (missing() > 0 && Date.now() - takenOverAtMs < patienceMs) await sleep(10)
  const resumedMs = Math.max(0, (receiver.received.at(-1)?.atMs ?? takenOverAtMs) - takenOverAtMs)
  // What was posted and not recorded comes again when its lease has run out.
  await sleep(Math.max(0, settings.leaseMs + 500 - (Date.now() - takenOverAtMs)))
  while (receiver.received.some(({ atMs }) => Date.now() - atMs < 200)) await sleep(50)
  await heir.end()
  const posts = receiver.received.map(
    ({ headers }) => `${headers['x-service-delivery']} ${headers['x-service-attempt']}`,
  )
  const kill: Kill = {
    acknowledged: Math.max(0, doomed.wrote - first + 1),
    lost: missing(),
    duplicates: posts.length - new Set(posts).size,
    resumedMs,
  }
  receiver.received = []
  return kill
}

const numberIn = ({ body }: { body: string }): number => Number(/"data":(\d+)\}$/.exec(body)?.[1])
