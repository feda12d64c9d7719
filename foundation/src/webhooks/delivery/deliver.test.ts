import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseEngines, runsWhole, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import {
  aCompany,
  anEvent,
  attemptsOf,
  aWebhook,
  deliveriesOf,
  happen,
} from '@service/foundation-testing/webhooks/deliveries.ts'
import { makePlainPost, startReceiver, type TestReceiver } from '@service/foundation-testing/webhooks/receiver.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as audit from '../../audit/audit.ts'
import { makeLogger } from '../../log/logger.ts'
import { makeMetrics } from '../../metrics/metrics.ts'
import { makeNewId } from '../../new-id.ts'
import { openWebhooks, type Webhooks, type WebhooksOptions } from '../webhooks.ts'
import type { HeadersOf } from './delivery-headers.ts'
import { makeWebhookMetrics } from './webhook-metrics.ts'

const now = () => new Date()
const newId = makeNewId({ now, randomBytes })
const log = makeLogger({ level: 'silent', form: 'json' })
const plain = makePlainPost()
afterAll(() => plain.close())

const headersOf: HeadersOf = ({ id, attempt }) => ({
  'Content-Type': 'application/json',
  'X-Service-Delivery': id,
  'X-Service-Attempt': String(attempt),
})

describe.each(databaseEngines)('deliveries on $name', (engine) => {
  const { create } = engine
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

  async function open(options: Partial<WebhooksOptions> = {}, headers = headersOf): Promise<void> {
    const metrics = makeWebhookMetrics(makeMetrics('test_'))
    const deps = { db, now, newId, log, metrics, post: plain.post, headersOf: headers }
    webhooks = await openWebhooks(deps, { perReceiver: 32, inFlight: 256, disableAfterMs: 120 * 3_600_000, ...options })
  }
  const states = async () => (await deliveriesOf(db, companyId)).map(({ state }) => state)

  test('an event is posted to each registration that subscribes to it, in the exact form', async () => {
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
    receiver.respond = (_post, response) => void response.writeHead(500).end('no')
    await aWebhook(db, { companyId, url: receiver.url })
    await happen(db, [anEvent(companyId)])
    await expect.poll(states).toEqual(['failed'])

    const { received } = receiver
    expect(received.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2', '3', '4'])
    expect(new Set(received.map(({ headers, body }) => `${headers['x-service-delivery']} ${body}`)).size).toBe(1)
    const waits = received.slice(1).map(({ atMs }, i) => atMs - received[i]!.atMs)
    for (const [i, expected] of [2_000, 4_000, 8_000].entries()) {
      expect(waits[i]).toBeGreaterThanOrEqual(expected - 5)
      expect(waits[i]).toBeLessThan(expected + 1_000) // on a busy machine; `npm run bench webhooks` measures it
    }
    expect(await attemptsOf(db, companyId)).toMatchObject([1, 2, 3, 4].map((number) => ({ number, status: 500 })))
    expect(await deliveriesOf(db, companyId)).toMatchObject([{ attempts: 4, failures: 4, due: false }])
  })

  test('an open breaker holds first attempts back in a process that has just started, too', async () => {
    const webhookId = await aWebhook(db, { companyId, url: receiver.url })
    await sql`update webhooks set failures_in_a_row = 10, probe_at = now() + interval '1 hour' where id = ${webhookId}`.execute(
      db.connection,
    )
    await open({ pollEveryMs: 60_000 })
    await happen(db, [anEvent(companyId), anEvent(companyId), anEvent(companyId)])
    await expect.poll(states).toEqual(['pending', 'pending', 'pending'])
    await aWebhook(db, { companyId, url: `${receiver.url}well` })
    await happen(db, [anEvent(companyId)])
    await expect
      .poll(async () => (await states()).sort())
      .toEqual(['pending', 'pending', 'pending', 'pending', 'succeeded'])
    expect(receiver.received.map(({ path }) => path)).toEqual(['/well'])
  })

  test('what was announced while the database failed is delivered at the next try, not at the next poll', async () => {
    await open({ pollEveryMs: 60_000 })
    await aWebhook(db, { companyId, url: receiver.url })
    const errors = vi.spyOn(log, 'error')
    await sql`alter table webhook_deliveries rename to out_of_order`.execute(db.connection)
    await happen(db, [anEvent(companyId)])
    await expect.poll(() => errors.mock.calls.length).toBeGreaterThan(0)
    errors.mockRestore()
    await sql`alter table out_of_order rename to webhook_deliveries`.execute(db.connection)
    await expect.poll(states).toEqual(['succeeded'])
  })

  if (!runsWhole(engine)) return // the rest takes minutes on the slower engine

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

  const webhookOf = async (id: string) => {
    const { rows } = await sql<{
      enabled: boolean
      reason: string | null
      failures: number
      failingSince: Date | null
      probeAt: Date | null
    }>`
      select enabled, disabled_reason as reason, failures_in_a_row as failures, failing_since,
             probe_at
        from webhooks where id = ${id}`.execute(db.connection)
    return rows[0]
  }
  const events = (howMany: number) => Array.from({ length: howMany }, () => anEvent(companyId))

  test('a receiver that says it is gone is disabled at once, and nothing more is sent to it', async () => {
    await open()
    receiver.respond = (_post, response) => void response.writeHead(410).end()
    const id = await aWebhook(db, { companyId, url: receiver.url })
    await happen(db, [anEvent(companyId)])
    await expect.poll(() => webhookOf(id)).toMatchObject({ enabled: false, reason: 'gone' })
    expect(await audit.list(db.connection, { target: id }, 10)).toMatchObject([
      { actor: 'system', action: 'webhook.disable', after: { enabled: false, reason: 'gone' } },
    ])
    await happen(db, [anEvent(companyId)])
    await expect
      .poll(() => deliveriesOf(db, companyId))
      .toMatchObject([{ state: 'failed', attempts: 1, reason: 'registration-disabled' }])
    expect(receiver.received).toHaveLength(1)
  })

  test('a late response of a replaced address does not count against the new address', async () => {
    await open()
    let respondLate: (() => void) | undefined
    receiver.respond = (_post, response) => {
      respondLate = () => void response.writeHead(410).end()
    }
    const id = await aWebhook(db, { companyId, url: `${receiver.url}old` })
    await happen(db, [anEvent(companyId)])
    await expect.poll(() => respondLate).toBeDefined()
    await sql`update webhooks set url = ${`${receiver.url}new`} where id = ${id}`.execute(db.connection)
    receiver.respond = (_post, response) => void response.end()
    respondLate?.()
    await expect.poll(states).toEqual(['succeeded'])
    expect(receiver.received.map(({ path }) => path)).toEqual(['/old', '/new'])
    expect(await webhookOf(id)).toMatchObject({ enabled: true, failures: 0, failingSince: null, probeAt: null })
  })

  test('ten failures in a row hold first attempts back, until a probe succeeds', async () => {
    await open({ perReceiver: 5 })
    receiver.respond = (_post, response) => void response.writeHead(503).end()
    const id = await aWebhook(db, { companyId, url: receiver.url })
    await happen(db, events(40))
    await expect.poll(async () => (await webhookOf(id))?.probeAt).not.toBeNull()
    // Those that have begun keep their times; none of the others has.
    await expect.poll(async () => (await deliveriesOf(db, companyId)).some(({ failures }) => failures === 4)).toBe(true)
    const before = (await deliveriesOf(db, companyId)).filter(({ attempts }) => attempts > 0).length
    expect(before).toBeLessThanOrEqual(20)

    receiver.respond = (_post, response) => void response.end()
    const probeNow = () =>
      sql`update webhooks set probe_at = now() where id = ${id} and probe_at is not null`.execute(db.connection)
    const pending = async () => (await states()).filter((state) => state === 'pending').length
    await expect.poll(() => probeNow().then(pending)).toBe(0)
    expect(await webhookOf(id)).toMatchObject({ failures: 0, failingSince: null, probeAt: null, enabled: true })
  })

  test('more hanging receivers than slots do not keep others from being probed', async () => {
    receiver.respond = ({ path }, response) => void (path === '/well' && response.end())
    for (let n = 0; n < 6; n++) await aWebhook(db, { companyId, url: `${receiver.url}hangs` })
    const well = await aWebhook(db, { companyId, url: `${receiver.url}well` })
    await sql`
      update webhooks set failures_in_a_row = 10, failing_since = now(), probe_at = now() - interval '1 second'
       where company_id = ${companyId}`.execute(db.connection)
    await open({ inFlight: 4, attemptTimeoutMs: 1_000, leaseMs: 3_000 })
    await happen(db, events(3))
    await expect.poll(() => webhookOf(well)).toMatchObject({ failures: 0, probeAt: null })
    await expect.poll(() => receiver.received.filter(({ path }) => path === '/well').length).toBe(3)
  })

  test('a delivery held back for three days is given up, with the reason', async () => {
    await open({ heldForMs: 0 })
    const id = await aWebhook(db, { companyId, url: receiver.url })
    await sql`update webhooks set failures_in_a_row = 10, probe_at = now() + interval '1 hour' where id = ${id}`.execute(
      db.connection,
    )
    await happen(db, events(3))
    await expect.poll(states).toEqual(['failed', 'failed', 'failed'])
    expect((await deliveriesOf(db, companyId)).map(({ reason, attempts }) => [reason, attempts])).toEqual(
      Array(3).fill(['held-too-long', 0]),
    )
    expect(receiver.received).toEqual([])
  })

  test('a receiver that has failed everything for the configured time is disabled', async () => {
    await open({ disableAfterMs: 3_600_000 })
    receiver.respond = (_post, response) => void response.writeHead(500).end()
    const id = await aWebhook(db, { companyId, url: receiver.url })
    await sql`
      update webhooks set failures_in_a_row = 9, failing_since = now() - interval '1 hour' where id = ${id}`.execute(
      db.connection,
    )
    await happen(db, [anEvent(companyId)])
    await expect.poll(() => webhookOf(id)).toMatchObject({ enabled: false, reason: 'failing', failures: 10 })
  })

  test('pending deliveries of a registration that is disabled by hand end with the reason', async () => {
    const id = await aWebhook(db, { companyId, url: receiver.url })
    receiver.respond = (_post, response) => void response.writeHead(500).end()
    await open()
    await happen(db, [anEvent(companyId)])
    await expect.poll(async () => (await deliveriesOf(db, companyId))[0]?.failures).toBe(1)
    await sql`update webhooks set enabled = false where id = ${id}`.execute(db.connection)
    await expect
      .poll(() => deliveriesOf(db, companyId))
      .toMatchObject([{ state: 'failed', reason: 'registration-disabled' }])
  })

  test('a receiver that hangs, and one that refuses, do not delay others', async () => {
    const times = new Map<string, number>()
    receiver.respond = ({ path, body }, response) => {
      if (path === '/hangs') return
      times.set(/"data":(\d+)/.exec(body)?.[1] ?? '', Date.now())
      response.end()
    }
    await aWebhook(db, { companyId, url: `${receiver.url}hangs`, kinds: ['for.the.dead'] })
    await aWebhook(db, { companyId, url: 'http://127.0.0.1:9/', kinds: ['for.the.dead'] })
    await aWebhook(db, { companyId, url: `${receiver.url}well`, kinds: ['for.the.living'] })
    await open({ attemptTimeoutMs: 3_000 })
    await happen(
      db,
      Array.from({ length: 1_000 }, () => anEvent(companyId, { kind: 'for.the.dead' })),
    )
    const happened: number[] = []
    for (let n = 0; n < 100; n++) {
      await happen(db, [anEvent(companyId, { kind: 'for.the.living', data: String(n) })])
      happened.push(Date.now())
      await sleep(10) // so that they come one by one
    }
    await expect.poll(() => times.size).toBe(100)
    const waits = happened.map((at, n) => times.get(String(n))! - at).sort((a, b) => a - b)
    expect(waits[50]).toBeLessThan(500) // milliseconds on an idle machine; a lane in the way would cost three seconds
  })

  test('a delivery whose event was erased ends without an attempt', async () => {
    await aWebhook(db, { companyId, url: receiver.url })
    const [event] = events(1)
    await happen(db, [event!])
    await sql`
      insert into webhook_deliveries (id, company_id, webhook_id, event_id, made_at, due_at)
      select webhook_delivery_id(${event!.id}, id), company_id, id, ${event!.id}, now(), now()
        from webhooks where company_id = ${companyId}`.execute(db.connection)
    await sql`update events set data = null where id = ${event!.id}`.execute(db.connection)
    await open()
    await expect.poll(() => deliveriesOf(db, companyId)).toMatchObject([{ state: 'failed', reason: 'content-erased' }])
    expect(receiver.received).toEqual([])
  })

  test('a delivery that cannot be signed is a failed attempt, and stops nothing else', async () => {
    await open({}, () => {
      throw new Error('no key')
    })
    await aWebhook(db, { companyId, url: receiver.url })
    await happen(db, [anEvent(companyId)])
    await expect.poll(() => attemptsOf(db, companyId)).toMatchObject([{ number: 1, status: null, error: 'not-sent' }])
    expect(receiver.received).toEqual([])
  })
})
