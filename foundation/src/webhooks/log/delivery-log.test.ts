import { randomBytes } from 'node:crypto'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { by, recordedBy, refusalOf } from '@service/foundation-testing/webhooks/administration.ts'
import { aCompany, anEvent, attemptsOf, deliveriesOf, happen } from '@service/foundation-testing/webhooks/deliveries.ts'
import { type OneWebhook, useWebhook } from '@service/foundation-testing/webhooks/one-webhook.ts'
import type { TestReceiver } from '@service/foundation-testing/webhooks/receiver.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { firstIdAt } from '../../new-id.ts'

describe.each(databaseEngines)('the delivery log on $name', ({ create }) => {
  const db = beforeTests(create, (db) => db.drop())
  let admin: OneWebhook
  let receiver: TestReceiver
  let companyId: string
  let webhookId: string
  useWebhook(db, (environment) => {
    admin = environment
    ;({ receiver, companyId, webhookId } = environment)
  })

  const idOf = (deliveryId: string) => ({ companyId, webhookId, deliveryId })
  const list = (filter: Parameters<typeof admin.listDeliveries>[2] = {}, limit = 50) =>
    admin.listDeliveries(companyId, webhookId, filter, limit)
  const ended = async () => (await deliveriesOf(db, companyId)).every(({ due }) => !due)

  /** Deliveries as they stand after their rounds, without waiting for them: a minute apart, the last `agoMs` ago. */
  async function past(state: 'succeeded' | 'failed', count: number, { agoMs = 0 } = {}): Promise<void> {
    const times = Array.from({ length: count }, (_, n) => new Date(Date.now() - agoMs - (count - n) * 60_000))
    const eventIds = times.map((at) => firstIdAt('evt', at) + randomBytes(8).toString('hex'))
    await sql`
      with made as (
        select event_id, at::timestamptz as at
          from unnest(${eventIds}::text[], ${times.map((at) => at.toISOString())}::text[]) as made (event_id, at)),
      happened as (
        insert into events (id, company_id, kind, data, at)
        select event_id, ${companyId}, 'test.happened', '{"n":1}', at from made)
      insert into webhook_deliveries (id, company_id, webhook_id, event_id, made_at, state, attempts, failures, ended_at)
      select webhook_delivery_id(event_id, ${webhookId}), ${companyId}, ${webhookId}, event_id, at, ${state}, 4, 4, at
        from made`.execute(db.connection)
  }

  test('a delivery is shown with its body and its attempts', async () => {
    receiver.respond = (_post, response) => void response.writeHead(201).end('{"note":"thanks é 😀\\u0000"}')
    await admin.deliver()
    const event = anEvent(companyId, { data: '{"text":  "é 你 😀 \\u0000"}' })
    await happen(db, [event])
    await expect.poll(async () => (await list())[0]?.state).toBe('succeeded')
    const [shown] = await list()
    expect(shown).toMatchObject({
      webhookId,
      eventId: event.id,
      kind: 'test.happened',
      attempts: 1,
      nextAttemptAt: undefined,
      reason: undefined,
      redactedAt: undefined,
      lastAttempt: { status: 201, error: null },
    })
    const { delivery, body } = await admin.readDelivery(idOf(shown!.id))
    expect(delivery).toEqual(shown)
    expect(body).toBe(receiver.received[0]!.body)
    expect(JSON.parse(body!).deliveredAt).toBe(shown!.madeAt.toISOString())
    const [attempt] = await admin.listAttempts(companyId, webhookId, {}, 5)
    expect(attempt).toMatchObject({ deliveryId: shown!.id, number: 1, status: 201, error: null })
    expect(Buffer.from(attempt!.answer!).toString()).toBe('{"note":"thanks é 😀\\u0000"}')
  })

  test('a pending delivery shows its next attempt, and one behind an open breaker that it is held', async () => {
    receiver.respond = (_post, response) => void response.writeHead(503).end()
    await admin.deliver()
    await happen(db, [anEvent(companyId)])
    await expect.poll(async () => (await list())[0]?.attempts).toBe(1)
    const [waiting] = await list()
    expect(waiting).toMatchObject({ state: 'pending', lastAttempt: { status: 503 } })
    const begun = waiting!.lastAttempt!.at.getTime()
    expect(waiting!.nextAttemptAt!.getTime() - begun).toBeGreaterThanOrEqual(2_000)
    await admin.stop()
    await sql`update webhooks set failures_in_a_row = 10, probe_at = now() where id = ${webhookId}`.execute(
      db.connection,
    )
    await sql`update webhook_deliveries set failures = 0, due_at = now() where webhook_id = ${webhookId}`.execute(
      db.connection,
    )
    expect((await list()).map(({ state }) => state)).toEqual(['held'])
    expect(await list({ state: 'held' })).toHaveLength(1)
    expect(await list({ state: 'pending' })).toEqual([])
  })

  test('deliveries are found by state, kind, event and time, newest first', async () => {
    await past('succeeded', 3)
    await past('failed', 2, { agoMs: 3_600_000 })
    await happen(db, [anEvent(companyId, { kind: 'test.other' })])
    await admin.deliver()
    await expect.poll(async () => (await list({ kind: 'test.other' })).map(({ state }) => state)).toEqual(['succeeded'])
    const all = await list()
    expect(all.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id)
        .sort()
        .reverse(),
    )
    expect(all).toHaveLength(6)
    expect(await list({ state: 'failed' })).toHaveLength(2)
    expect(await list({ state: 'succeeded', kind: 'test.happened' })).toHaveLength(3)
    const one = all[2]!
    expect(await list({ eventId: one.eventId })).toEqual([one])
    const times = all.map(({ madeAt }) => madeAt).sort((a, b) => a.getTime() - b.getTime())
    expect(await list({ since: times[2]! })).toHaveLength(4)
    expect(await list({ until: times[2]! })).toHaveLength(2)
    expect(await list({ since: times[2]!, until: times[4]! })).toHaveLength(2)
    expect(await list({ since: new Date('0000-01-01'), until: new Date('9999-12-31') })).toHaveLength(6)
  })

  test('a page stays right while others are added', async () => {
    await past('succeeded', 5)
    const first = await list({}, 2)
    await past('succeeded', 2)
    const second = await list({ beforeId: first.at(-1)!.id }, 10)
    expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(5)
  })

  test('attempts are found by delivery, outcome and time, in pages', async () => {
    let status = 500
    receiver.respond = (_post, response) => void response.writeHead(status).end('no')
    await admin.deliver()
    await happen(db, [anEvent(companyId), anEvent(companyId)])
    await expect.poll(async () => (await attemptsOf(db, companyId)).length).toBe(2)
    status = 204
    await expect.poll(ended).toBe(true)
    const all = await admin.listAttempts(companyId, webhookId, {}, 10)
    expect(all).toHaveLength(4)
    const keys = all.map(({ at }) => at.getTime())
    expect(keys).toEqual([...keys].sort((a, b) => b - a))
    const find = (filter: Parameters<typeof admin.listAttempts>[2]) =>
      admin.listAttempts(companyId, webhookId, filter, 10)
    expect((await find({ outcome: 'succeeded' })).map(({ number }) => number)).toEqual([2, 2])
    expect(await find({ outcome: 'failed' })).toHaveLength(2)
    expect(await find({ deliveryId: all[0]!.deliveryId })).toHaveLength(2)
    expect(await find({ since: all[1]!.at })).toEqual(all.filter(({ at }) => at >= all[1]!.at))
    expect(await find({ until: all[1]!.at })).toEqual(all.filter(({ at }) => at < all[1]!.at))
    for (const [i, last] of all.entries()) expect(await find({ behind: last })).toEqual(all.slice(i + 1))
  })

  test('a resent delivery keeps id and bytes, and has the next attempt number and retries of its own', async () => {
    await admin.deliver()
    await happen(db, [anEvent(companyId)])
    await expect.poll(async () => (await list())[0]?.state).toBe('succeeded')
    const [delivery] = await list()
    let status = 500
    receiver.respond = (_post, response) => void response.writeHead(status).end()
    const { delivery: again } = await admin.resendDelivery(by, idOf(delivery!.id))
    expect(again).toMatchObject({ id: delivery!.id, state: 'pending', endedAt: undefined, madeAt: delivery!.madeAt })
    await expect.poll(() => receiver.received.length).toBe(2)
    status = 200
    expect(await refusalOf(() => admin.resendDelivery(by, idOf(delivery!.id)))).toBe(
      'conflict: This delivery is still in progress.',
    )
    await expect.poll(async () => (await list())[0]?.state).toBe('succeeded')
    expect(receiver.received.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2', '3'])
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await admin.eventsAbout(delivery!.id)).toMatchObject([
      { ...recordedBy, companyId, action: 'webhook.resend', before: { state: 'succeeded' }, after: { webhookId } },
    ])
  })

  test('failed deliveries since a time are counted, then resent in batches', async () => {
    await past('failed', 2_500, { agoMs: 60_000 })
    await past('failed', 3, { agoMs: 10 * 24 * 3_600_000 })
    await past('succeeded', 2)
    const since = new Date(Date.now() - 7 * 24 * 3_600_000)
    expect(await admin.resendFailed.preview(companyId, webhookId, { since })).toBe(2_500)
    const dayAgo = new Date(Date.now() - 24 * 3_600_000)
    const narrow = await admin.resendFailed.preview(companyId, webhookId, { since, until: dayAgo })
    expect(narrow).toBeGreaterThan(1_000)
    expect(narrow).toBeLessThan(1_100)
    expect((await list({ state: 'failed' }, 5_000)).length).toBe(2_503)

    expect(await admin.resendFailed.send(by, companyId, webhookId, { since })).toBe(2_500)
    expect((await list({ state: 'failed' }, 5_000)).length).toBe(3)
    expect(await admin.resendFailed.send(by, companyId, webhookId, { since })).toBe(0)
    expect((await admin.eventsAbout(webhookId)).slice(0, 2)).toMatchObject([
      { action: 'webhook.resend-failed', after: { count: 0 } },
      { ...recordedBy, action: 'webhook.resend-failed', after: { count: 2_500, since: since.toISOString() } },
    ])
    await admin.deliver()
    await expect.poll(() => receiver.received.length, { timeout: 120_000 }).toBe(2_500)
  })

  test('an empty or future period is refused', async () => {
    const at = (ms: number) => new Date(Date.now() + ms)
    for (const span of [{ since: at(60_000) }, { since: at(-1_000), until: at(-2_000) }]) {
      expect(await refusalOf(() => admin.resendFailed.preview(companyId, webhookId, span))).toContain('body.since')
      expect(await refusalOf(() => admin.resendFailed.send(by, companyId, webhookId, span))).toContain('body.since')
    }
  })

  test("a delivery is found under its own registration only, and another company's is not found", async () => {
    await past('failed', 1)
    const [delivery] = await list()
    const other = (await admin.createWebhook(by, companyId, { url: receiver.url })).webhook.id
    const stranger = await aCompany(db)
    const theirs = (await admin.createWebhook(by, stranger, { url: receiver.url })).webhook.id
    const missing = 'not-found: Delivery not found.'
    for (const id of [
      { companyId, webhookId: other, deliveryId: delivery!.id },
      { companyId: stranger, webhookId: theirs, deliveryId: delivery!.id },
      idOf('dlv_00000000000000000000000000'),
    ]) {
      expect(await refusalOf(() => admin.readDelivery(id))).toBe(missing)
      expect(await refusalOf(() => admin.resendDelivery(by, id))).toBe(missing)
    }
    expect(await admin.listAttempts(stranger, theirs, { deliveryId: delivery!.id }, 5)).toEqual([])
    expect(await admin.resendFailed.preview(stranger, theirs, { since: new Date(0) })).toBe(0)
  })
})
