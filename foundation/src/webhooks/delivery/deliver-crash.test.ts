/** Killed at any named step, a process loses no event, and what it held is delivered when its leases run out. */

import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { aCompany, aWebhook, deliveriesOf } from '@service/foundation-testing/webhooks/deliveries.ts'
import { type DeliveryProcess, startDeliveryProcess } from '@service/foundation-testing/webhooks/delivery-process.ts'
import { startReceiver, type TestReceiver } from '@service/foundation-testing/webhooks/receiver.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { DeliveryStep } from '../model/delivery.ts'
import type { WebhooksOptions } from '../webhooks.ts'

const steps: DeliveryStep[] = ['event written', 'delivery made', 'claimed', 'posted', 'before record', 'after record']

const settings = {
  perReceiver: 4,
  inFlight: 4,
  disableAfterMs: 3_600_000,
  attemptTimeoutMs: 1_000,
  leaseMs: 1_500,
  pollEveryMs: 200,
} satisfies WebhooksOptions

/** Under way, and as many again that have been answered and wait to be recorded. */
const maxUnrecorded = 2 * settings.inFlight

const numberIn = ({ body }: { body: string }): number => Number(/"data":(\d+)\}$/.exec(body)?.[1])

const quietSince = ({ received }: TestReceiver): number => Date.now() - (received.at(-1)?.atMs ?? 0)
const pathOf = (step: DeliveryStep): string => step.replaceAll(' ', '-')

describe.each(databaseEngines)('killing a deliverer on $name', ({ name, create }) => {
  // Enough to see that nothing is lost; how often it happens in hundreds of kills, `npm run bench webhooks-crash` tells.
  // The embedded engine takes its time to open after each, so it is killed at what differs: with and without a post behind it.
  const [kills, killedAt] =
    name === 'embedded' ? [1, ['delivery made', 'before record'] satisfies DeliveryStep[]] : [3, steps]
  let db: TestDatabase
  let receiver: TestReceiver
  const companies = new Map<DeliveryStep, string>()
  let running: DeliveryProcess | undefined
  beforeAll(async () => {
    receiver = await startReceiver()
    // So that deliveries are at different steps when the process dies.
    receiver.respond = (_post, response) => void setTimeout(() => response.end(), 20 * Math.random())
    db = await create()
    for (const step of killedAt) {
      const companyId = await aCompany(db)
      companies.set(step, companyId)
      await aWebhook(db, { companyId, url: `${receiver.url}${pathOf(step)}` })
    }
    await db.close() // the embedded engine has one owner
  })
  afterAll(async () => {
    await db.drop()
    await receiver.close()
  })
  afterEach(() => running?.kill())

  test.each(killedAt)(`at "%s", ${kills} times, loses nothing`, async (step) => {
    const companyId = companies.get(step)!
    receiver.received = []
    const acknowledged: number[] = []
    for (let kill = 0; kill < kills; kill++) {
      const first = kill * 10_000
      running = await startDeliveryProcess({
        options: db.options,
        deliver: settings,
        write: { companyId, first, batches: 1_000, each: 4, pauseMs: 5 },
        killAt: { step, occurrence: 1 + Math.floor(Math.random() * 5) },
      })
      await running.ended
      for (let number = first; number <= running.wrote; number++) acknowledged.push(number)
    }

    running = await startDeliveryProcess({ options: db.options, deliver: settings })
    const takenOverAtMs = Date.now()
    const arrived = () => new Set(receiver.received.map(numberIn))
    await expect.poll(() => acknowledged.filter((number) => !arrived().has(number))).toEqual([])
    // What was posted and not recorded comes again when its lease has run out.
    await expect
      .poll(() => Date.now() - takenOverAtMs > settings.leaseMs + 500 && quietSince(receiver) > 1_000)
      .toBe(true)
    await running.end()
    const opened = await db.openAgain()
    const found = await deliveriesOf(opened, companyId).finally(() => opened.close())

    // More may be committed than was acknowledged: the kill came before the word.
    expect(found.length).toBeGreaterThanOrEqual(acknowledged.length)
    expect(arrived().size).toBe(found.length)
    expect(found.filter(({ state, attempts }) => state !== 'succeeded' || attempts !== 1)).toEqual([])
    const duplicates = receiver.received.length - found.length
    expect(duplicates).toBeLessThanOrEqual(kills * maxUnrecorded)
    const posts = receiver.received.map(
      ({ headers }) => `${headers['x-service-delivery']} ${headers['x-service-attempt']}`,
    )
    expect(new Set(posts).size).toBe(found.length)
  })
})
