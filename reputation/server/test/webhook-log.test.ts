/** The log of deliveries through the API: pages, sending again, the audit, erasure. */
import * as audit from '@service/foundation/audit/audit.ts'
import { byTester as by } from '@service/foundation-testing/acts.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { exportOf } from '@service/foundation-testing/http/export-of.ts'
import { failedDeliveries } from '@service/foundation-testing/webhooks/failing-webhook.ts'
import type { Client } from '@service/reputation-testing/client.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import {
  createWebhook,
  type Delivery,
  deadUrl,
  newWebhookClient,
  type Webhook,
  webhooks,
} from '@service/reputation-testing/webhooks.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

const listed = 'Ismail Abdul Salah Haniya'

describe.each(featureEngines)('the log of webhook deliveries on $name', (engine) => {
  const service = useService(engine)
  const client = beforeTests(() => newWebhookClient(service))
  const connection = () => service.administration.db.connection

  test.each([
    ['/deliveries', { state: 'lost' }],
    ['/deliveries', { event: 'everything' }],
    ['/deliveries', { eventId: 'x' }],
    ['/deliveries', { eventId: 'evt_\0' }],
    ['/deliveries', { since: 'yesterday' }],
    ['/deliveries', { until: '2026-11-20T09:00' }],
    ['/deliveries', { limit: '0' }],
    ['/deliveries', { limit: '201' }],
    ['/deliveries', { cursor: 'x' }],
    ['/attempts', { outcome: 'maybe' }],
    ['/attempts', { deliveryId: 'x' }],
    ['/attempts', { deliveryId: 'dlv_\0' }],
    ['/attempts', { cursor: Buffer.from('["x"]').toString('base64url') }],
    ['', { cursor: Buffer.from('[1]').toString('base64url') }],
  ] as [string, Record<string, string>][])('a list at %s with %j is 400', async (path, query) => {
    const { webhookId } = await createWebhook(client)
    expect((await client.get(path === '' ? webhooks : `${webhooks}/${webhookId}${path}`, query)).status).toBe(400)
  })

  test('a made-up cursor is harmless', async () => {
    const { webhookId } = await createWebhook(client)
    await failedDeliveries(service, { companyId: client.companyId, webhookId: webhookId, event: 'screening.match' }, 1)
    for (const key of [
      [1e300, 'dlv_', 1e300],
      [-1e300, "' or 1=1", -1],
      [0.5, '\u{1f600}', 0.5],
    ]) {
      const cursor = Buffer.from(JSON.stringify(key)).toString('base64url')
      expect((await client.get(`${webhooks}/${webhookId}/attempts`, { cursor })).status).toBe(200)
    }
  })

  test('lists go page by page, newest first, and stay right while others are added', async () => {
    const own = await newWebhookClient(service)
    const made: string[] = []
    for (let n = 0; n < 5; n++) made.unshift((await createWebhook(own)).webhookId)
    type Page = { webhooks: Webhook[]; nextCursor: string | null }
    const first = (await own.get<Page>(webhooks, { limit: '3' })).body
    await createWebhook(own)
    const second = (await own.get<Page>(webhooks, { limit: '3', cursor: first.nextCursor! })).body
    expect([...first.webhooks, ...second.webhooks].map(({ webhookId }) => webhookId)).toEqual(made)
    expect(second.nextCursor).toBeNull()

    const [webhookId] = made
    await failedDeliveries(
      service,
      { companyId: own.companyId, webhookId: webhookId!, event: 'screening.match' },
      5,
      60_000,
    )
    const page = async <T>(path: string, cursor?: string | null) => {
      const query = { limit: '2', ...(cursor && { cursor }) }
      return (await own.get<T & { nextCursor: string | null }>(`${webhooks}/${webhookId}${path}`, query)).body
    }
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const body: { deliveries: Delivery[]; nextCursor: string | null } = await page('/deliveries', cursor)
      seen.push(...body.deliveries.map(({ deliveryId }) => deliveryId))
      cursor = body.nextCursor
      await failedDeliveries(service, { companyId: own.companyId, webhookId: webhookId!, event: 'screening.match' }, 1)
    } while (cursor)
    expect(seen).toHaveLength(5)
    expect(seen).toEqual([...seen].sort().reverse())

    type Attempts = { attempts: { deliveryId: string; attempt: number; at: string }[]; nextCursor: string | null }
    const attempts: string[] = []
    do {
      const body: Attempts = await page<Attempts>('/attempts', cursor)
      attempts.push(...body.attempts.map(({ deliveryId, attempt }) => `${deliveryId} ${attempt}`))
      cursor = body.nextCursor
    } while (cursor)
    const { rows } = await sql`select from webhook_attempts where webhook_id = ${webhookId}`.execute(connection())
    expect(new Set(attempts).size).toBe(rows.length)
    expect(attempts).toHaveLength(rows.length)
  })

  test('deliveries are exported whole, and from any of them on', async () => {
    const own = await newWebhookClient(service)
    const { webhookId } = await createWebhook(own)
    await failedDeliveries(service, { companyId: own.companyId, webhookId, event: 'screening.match' }, 5)
    const path = `${webhooks}/${webhookId}/deliveries`
    const { items, cursors } = await exportOf<Delivery>(own, path)
    expect(items).toHaveLength(5)
    expect(items).toEqual((await own.get<{ deliveries: Delivery[] }>(path)).body.deliveries)
    expect((await exportOf(own, path, { cursor: cursors[3]! })).items).toEqual(items.slice(4))
    expect((await client.get(path, { format: 'ndjson' })).status).toBe(404)
  })

  test('deliveries and attempts are shown, and failed ones counted and sent again', async () => {
    const own = await newWebhookClient(service)
    const { webhookId } = await createWebhook(own)
    await failedDeliveries(service, { companyId: own.companyId, webhookId: webhookId, event: 'screening.match' }, 2)
    const path = `${webhooks}/${webhookId}`
    const { deliveries } = (await own.get<{ deliveries: Delivery[] }>(`${path}/deliveries`, { state: 'failed' })).body
    expect(deliveries).toHaveLength(2)
    expect(deliveries[0]).toEqual({
      deliveryId: expect.stringMatching(/^dlv_/),
      eventId: expect.stringMatching(/^evt_/),
      event: 'screening.match',
      state: 'failed',
      madeAt: expect.any(String),
      attempts: 4,
      nextAttemptAt: null,
      endedAt: expect.any(String),
      reason: null,
      lastAttempt: { at: expect.any(String), status: 500, error: null },
      redactedAt: null,
    })
    const { deliveryId, madeAt } = deliveries[0]!
    const one = await own.get(`${path}/deliveries/${deliveryId}`)
    expect(one.body).toEqual({
      ...deliveries[0],
      body: `{"event":"screening.match","deliveredAt":"${madeAt}","data":{"n":1}}`,
    })
    const { attempts } = (await own.get<{ attempts: unknown[] }>(`${path}/attempts`, { deliveryId, limit: '1' })).body
    expect(attempts).toEqual([
      {
        deliveryId,
        attempt: 4,
        at: expect.any(String),
        durationMs: 12,
        outcome: 'failed',
        status: 500,
        error: null,
        answer: 'no',
        redactedAt: null,
      },
    ])
    const since = new Date(Date.now() - 3_600_000).toISOString()
    const preview = await own.send('POST', `${path}/resend-failed`, { since, preview: true })
    expect(preview.body).toEqual({ count: 2, preview: true })
    await own.send('PATCH', path, { enabled: false })
    expect((await own.send('POST', `${path}/deliveries/${deliveryId}/resend`)).status).toBe(409)
    expect((await own.send('POST', `${path}/resend-failed`, { since })).status).toBe(409)
    await own.send('PATCH', path, { enabled: true })
    const again = await own.send<Delivery>('POST', `${path}/deliveries/${deliveryId}/resend`)
    expect([again.status, again.body.state, again.body.attempts]).toEqual([202, 'pending', 4])
    expect((await own.send('POST', `${path}/resend-failed`, { since })).body).toEqual({ count: 1, preview: false })
  })

  test('every change leaves an audit event with the key and the request', async () => {
    const own = await newWebhookClient(service)
    const acts: [act: string, requestId: string | null][] = []
    const act = async <T>(action: string, ...call: Parameters<Client['send']>) => {
      const response = await own.send<T>(...call)
      expect(response.status, response.text).toBeLessThan(300)
      acts.unshift([action, response.headers.get('X-Service-Request-Id')])
      return response.body
    }
    const { webhookId } = await act<Webhook>('webhook.create', 'POST', webhooks, { url: deadUrl, generateSecret: true })
    const path = `${webhooks}/${webhookId}`
    await act('webhook.change', 'PATCH', path, { description: 'Ours' })
    await act('webhook.rotate-secret', 'POST', `${path}/rotate-secret`, {})
    await act('webhook.test', 'POST', `${path}/test`, { event: 'report.ready' })
    await failedDeliveries(service, { companyId: own.companyId, webhookId: webhookId, event: 'screening.match' }, 2)
    const { deliveries } = (await own.get<{ deliveries: Delivery[] }>(`${path}/deliveries`, { state: 'failed' })).body
    await act('webhook.resend', 'POST', `${path}/deliveries/${deliveries[0]!.deliveryId}/resend`)
    await act('webhook.resend-failed', 'POST', `${path}/resend-failed`, { since: '2026-01-01' })
    await act('webhook.delete', 'DELETE', path)
    const events = await audit.list(connection(), { companyId: own.companyId }, 50)
    const recorded = events.filter(({ actor }) => actor === `key:${own.keyId}`)
    expect(recorded.map(({ action, requestId }) => [action, requestId])).toEqual(acts)
    for (const { action, target } of recorded)
      expect(target).toBe(action === 'webhook.resend' ? deliveries[0]!.deliveryId : webhookId)
  })

  test('an erasure finds events by every spelling of the name', async () => {
    const own = await newWebhookClient(service)
    await createWebhook(own)
    const { status } = await own.get('/api/v1/screen', { name: 'HANIYA, Ismaíl Abdul Salah' })
    expect(status).toBe(200)
    const data = async () =>
      (
        await sql<{ data: string | null }>`select data from events where company_id = ${own.companyId}`.execute(
          connection(),
        )
      ).rows
    expect((await data())[0]!.data).toContain('HANIYA')
    const report = await service.administration.erasePerson(by, own.companyId, { name: listed })
    expect(report).toMatchObject({ screenings: { redacted: 1 }, events: { redacted: 1, held: 0 } })
    expect(await data()).toEqual([{ data: null }])
  })
})
