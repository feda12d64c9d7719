/** Killed at any named step, a process loses no event, and what it held is delivered when its leases run out. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databaseEngines, type TestDatabase } from '../test-database/database-engines.ts'
import type { DeliveryStep } from './delivery.ts'
import { aCompany, aWebhook, deliveriesOf } from './test-deliveries.ts'
import { type DeliveryProcess, startDeliveryProcess } from './test-delivery-process.ts'
import { startReceiver, type TestReceiver } from './test-receiver.ts'
import type { WebhooksOptions } from './webhooks.ts'

const kills = 10
const steps: DeliveryStep[] = ['event written', 'delivery made', 'claimed', 'posted', 'before record', 'after record']

const settings: WebhooksOptions = {
  perReceiver: 4,
  inFlight: 8,
  disableAfterMs: 3_600_000,
  attemptTimeoutMs: 1_000,
  leaseMs: 1_500,
  lookEveryMs: 200,
}

const numberIn = ({ body }: { body: string }): number => Number(/"data":(\d+)\}$/.exec(body)?.[1])

const quietSince = ({ received }: TestReceiver): number => Date.now() - (received.at(-1)?.atMs ?? 0)

describe.each(databaseEngines)('killing a deliverer on $name', ({ create }) => {
  let db: TestDatabase
  let receiver: TestReceiver
  let running: DeliveryProcess | undefined
  beforeAll(async () => {
    db = await create()
    await db.close() // the embedded engine has one owner
  })
  afterAll(() => db.drop())
  beforeEach(async () => {
    receiver = await startReceiver()
    receiver.answer = (_post, response) => void setTimeout(() => response.end(), 20 * Math.random())
  })
  afterEach(async () => {
    await running?.kill()
    await receiver.close()
  })

  async function withDatabase<T>(work: (db: Awaited<ReturnType<TestDatabase['openAgain']>>) => Promise<T>): Promise<T> {
    const opened = await db.openAgain()
    try {
      return await work(opened)
    } finally {
      await opened.close()
    }
  }

  test.each(steps)(`at "%s", ${kills} times, loses nothing`, async (step) => {
    const companyId = await withDatabase(async (opened) => {
      const id = await aCompany(opened)
      await aWebhook(opened, { companyId: id, url: receiver.url })
      return id
    })
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
    const arrived = () => new Set(receiver.received.map(numberIn))
    await expect.poll(() => acknowledged.filter((number) => !arrived().has(number))).toEqual([])
    await expect.poll(() => quietSince(receiver) > settings.leaseMs! + 1_000).toBe(true)
    await running.end()
    const found = await withDatabase((opened) => deliveriesOf(opened, companyId))

    // More may be committed than was acknowledged: the kill came before the word.
    expect(found.length).toBeGreaterThanOrEqual(acknowledged.length)
    expect(arrived().size).toBe(found.length)
    expect(found.filter(({ state, attempts }) => state !== 'succeeded' || attempts !== 1)).toEqual([])
    const duplicates = receiver.received.length - found.length
    expect(duplicates).toBeLessThanOrEqual(kills * settings.inFlight)
    const posts = receiver.received.map(
      ({ headers }) => `${headers['x-service-delivery']} ${headers['x-service-attempt']}`,
    )
    expect(new Set(posts).size).toBe(found.length)
  })
})
