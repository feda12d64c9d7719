import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeLogger } from '../log/logger.ts'
import { makeMetrics } from '../metrics/metrics.ts'
import { makeNewId } from '../new-id.ts'
import { databaseEngines, type TestDatabase } from '../test-database/database-engines.ts'
import type { HeadersOf } from './delivery-headers.ts'
import { aCompany, anEvent, attemptsOf, aWebhook, deliveriesOf, happen } from './test-deliveries.ts'
import { makePlainPost, startReceiver, type TestReceiver } from './test-receiver.ts'
import { makeWebhookMetrics } from './webhook-metrics.ts'
import { openWebhooks, type Webhooks, type WebhooksOptions } from './webhooks.ts'

const now = () => new Date()
const newId = makeNewId({ now, randomBytes })
const log = makeLogger({ level: 'warn', form: 'json' })
const plain = makePlainPost()
afterAll(() => plain.close())

const headersOf: HeadersOf = ({ id, attempt }) => ({
  'Content-Type': 'application/json',
  'X-Service-Delivery': id,
  'X-Service-Attempt': String(attempt),
})

describe.each(databaseEngines)('deliveries on $name', ({ create }) => {
  let db: TestDatabase
  let receiver: TestReceiver
  let companyId: string
  let webhooks: Webhooks | undefined

  beforeAll(async () => {
    db = await create()
  })
  afterAll(() => db.drop())
  beforeEach(async () => {
    receiver = await startReceiver()
    companyId = await aCompany(db)
  })
  afterEach(async () => {
    await webhooks?.close()
    webhooks = undefined
    await receiver.close()
  })

  async function open(options: Partial<WebhooksOptions> = {}): Promise<void> {
    const metrics = makeWebhookMetrics(makeMetrics('test_'))
    const deps = { db, now, newId, log, metrics, post: plain.post, headersOf }
    webhooks = await openWebhooks(deps, { perReceiver: 32, inFlight: 256, disableAfterMs: 120 * 3_600_000, ...options })
  }
  const states = async () => (await deliveriesOf(db, companyId)).map(({ state }) => state)

  test('an event is posted to each registration that asked for it, in the exact form', async () => {
    await open()
    await aWebhook(db, { companyId, url: `${receiver.url}all` })
    await aWebhook(db, { companyId, url: `${receiver.url}kind`, kinds: ['test.happened'] })
    await aWebhook(db, { companyId, url: `${receiver.url}other`, kinds: ['test.other'] })
    await aWebhook(db, { companyId, url: `${receiver.url}passed-over`, skippedTags: ['dull'] })
    await aWebhook(db, { companyId, url: `${receiver.url}disabled`, enabled: false })
    await aWebhook(db, { companyId: await aCompany(db), url: `${receiver.url}stranger` })
    const event = anEvent(companyId, { tags: ['dull'], data: '{"text": "é 你 😀 \\u0000"}' })
    await happen(db, [event])

    await expect.poll(states).toEqual(['succeeded', 'succeeded'])
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/all', '/kind'])
    for (const { body, headers } of receiver.received) {
      const deliveredAt = /"deliveredAt":"([^"]+)"/.exec(body)?.[1] ?? ''
      expect(new Date(deliveredAt).toISOString()).toBe(deliveredAt)
      expect(body).toBe(`{"event":"test.happened","deliveredAt":"${deliveredAt}","data":${event.data}}`)
      expect(headers['x-service-attempt']).toBe('1')
    }
    expect(await attemptsOf(db, companyId)).toMatchObject([
      { number: 1, status: 200, error: null, answer: 'thanks' },
      { number: 1, status: 200, error: null, answer: 'thanks' },
    ])
  })

  test('a failure is tried again after exactly 2, 4 and 8 seconds, with the same bytes, and then has failed', async () => {
    await open()
    receiver.answer = (_post, response) => void response.writeHead(500).end('no')
    await aWebhook(db, { companyId, url: receiver.url })
    await happen(db, [anEvent(companyId)])
    await expect.poll(states).toEqual(['failed'])

    const { received } = receiver
    expect(received.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2', '3', '4'])
    expect(new Set(received.map(({ headers, body }) => `${headers['x-service-delivery']} ${body}`)).size).toBe(1)
    const waits = received.slice(1).map(({ atMs }, i) => atMs - received[i]!.atMs)
    for (const [i, expected] of [2_000, 4_000, 8_000].entries()) {
      expect(waits[i]).toBeGreaterThanOrEqual(expected - 5)
      expect(waits[i]).toBeLessThan(expected + 250)
    }
    expect(await attemptsOf(db, companyId)).toMatchObject([1, 2, 3, 4].map((number) => ({ number, status: 500 })))
    expect(await deliveriesOf(db, companyId)).toMatchObject([{ attempts: 4, failures: 4, due: false }])
  })

  test('an open breaker holds first attempts back in a process that has just started, too', async () => {
    const webhookId = await aWebhook(db, { companyId, url: receiver.url })
    await sql`update webhooks set failures_in_a_row = 10, probe_at = now() + interval '1 hour' where id = ${webhookId}`.execute(
      db.connection,
    )
    await open({ lookEveryMs: 60_000 })
    await happen(db, [anEvent(companyId), anEvent(companyId), anEvent(companyId)])
    await expect.poll(states).toEqual(['pending', 'pending', 'pending'])
    await aWebhook(db, { companyId, url: `${receiver.url}well` })
    await happen(db, [anEvent(companyId)])
    await expect
      .poll(async () => (await states()).sort())
      .toEqual(['pending', 'pending', 'pending', 'pending', 'succeeded'])
    expect(receiver.received.map(({ path }) => path)).toEqual(['/well'])
  })

  test('a thousand events at once arrive once each', async () => {
    await open()
    await aWebhook(db, { companyId, url: receiver.url })
    await happen(
      db,
      Array.from({ length: 1_000 }, (_, i) => anEvent(companyId, { data: String(i) })),
    )
    await expect.poll(async () => (await states()).filter((state) => state === 'succeeded').length).toBe(1_000)
    expect(new Set(receiver.received.map(({ body }) => body.slice(-5))).size).toBeLessThanOrEqual(1_000)
    expect(receiver.received).toHaveLength(1_000)
  })
})
