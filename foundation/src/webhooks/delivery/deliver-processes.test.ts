/** Two processes that write events and two that deliver share one database. */

import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { aCompany, attemptsOf, aWebhook, deliveriesOf } from '@service/foundation-testing/webhooks/deliveries.ts'
import { type DeliveryProcess, startDeliveryProcess } from '@service/foundation-testing/webhooks/delivery-process.ts'
import { startReceiver, type TestReceiver } from '@service/foundation-testing/webhooks/receiver.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

const batches = 50
const each = 50
const limits = { perReceiver: 32, inFlight: 64, disableAfterMs: 3_600_000 }

describe.each(databaseEngines.filter(({ name }) => name === 'postgres'))('processes on $name', ({ create }) => {
  let db: TestDatabase
  let receivers: TestReceiver[]
  let processes: DeliveryProcess[] = []
  beforeAll(async () => {
    db = await create()
    receivers = await Promise.all([startReceiver(), startReceiver()])
  })
  afterEach(() => Promise.all(processes.map((one) => one.kill())))
  afterAll(async () => {
    await Promise.all(receivers.map((receiver) => receiver.close()))
    await db.drop()
  })

  test(`${2 * batches * each} events of two writers are delivered once each by two deliverers`, async () => {
    const companyId = await aCompany(db)
    for (const { url } of receivers) await aWebhook(db, { companyId, url })
    const deliverers = await Promise.all(
      [1, 2].map(() => startDeliveryProcess({ options: db.options, deliver: limits })),
    )
    const writers = await Promise.all(
      [0, 1].map((n) =>
        startDeliveryProcess({
          options: db.options,
          write: { companyId, first: n * batches * each, batches, each, pauseMs: 1 },
        }),
      ),
    )
    processes = [...deliverers, ...writers]
    const total = 2 * batches * each
    for (const receiver of receivers) {
      await expect.poll(() => receiver.received.length, { interval: 200 }).toBeGreaterThanOrEqual(total)
    }
    await Promise.all(processes.map((one) => one.end())) // which waits for what is still to be recorded

    for (const { received } of receivers) {
      expect(received).toHaveLength(total)
      const numbers = new Set(received.map(({ body }) => Number(/"data":(\d+)\}$/.exec(body)?.[1])))
      expect(numbers).toEqual(new Set(Array.from({ length: total }, (_, number) => number)))
    }
    const found = await deliveriesOf(db, companyId)
    expect(found).toHaveLength(2 * total)
    expect(found.every(({ state, attempts }) => state === 'succeeded' && attempts === 1)).toBe(true)
    expect(await attemptsOf(db, companyId)).toHaveLength(2 * total)
  })

  test('a deliverer that is stopped gives back what it has not begun, for the other to deliver at once', async () => {
    const [receiver] = receivers as [TestReceiver]
    receiver.received = []
    receiver.respond = (_post, response) => void setTimeout(() => response.end(), 50) // slow, so that much waits
    const companyId = await aCompany(db)
    await aWebhook(db, { companyId, url: receiver.url })
    const lasting = { ...limits, leaseMs: 3_600_000 } // what is not given back would never come in time
    const first = await startDeliveryProcess({
      options: db.options,
      deliver: lasting,
      write: { companyId, first: 0, batches: 10, each: 100, pauseMs: 0 },
    })
    processes = [first]
    await expect.poll(() => receiver.received.length).toBeGreaterThan(100)
    await first.end()
    expect(receiver.received.length).toBeLessThan(1_000)
    const second = await startDeliveryProcess({ options: db.options, deliver: lasting })
    processes = [second]
    await expect.poll(() => receiver.received.length).toBe(1_000)
    await second.end()
    expect((await deliveriesOf(db, companyId)).every(({ attempts }) => attempts === 1)).toBe(true)
  })
})
