/** Administering webhooks through the API: registrations, secrets, test events, the log of deliveries, sending again. */

import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import * as audit from '@service/foundation/audit/audit.ts'
import { readKeyFile } from '@service/foundation/sealing/key-file.ts'
import { makeSealer } from '@service/foundation/sealing/sealer.ts'
import { byTester as by } from '@service/foundation-testing/acts.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { databaseEngines, embedded } from '@service/foundation-testing/database/database-engines.ts'
import type { TestEnvironment } from '@service/foundation-testing/test-environment.ts'
import { newClient } from '@service/reputation-testing/client.ts'
import {
  newTestEnvironment,
  type RunningService,
  runService,
  useService,
} from '@service/reputation-testing/running-service.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'

const webhooks = '/api/v1/webhooks'
/** Nobody listens there. */
const url = 'http://127.0.0.1:61999/hook'
const listed = 'Ismail Abdul Salah Haniya'

type Client = Awaited<ReturnType<typeof newClient>>
type Webhook = {
  webhookId: string
  url: string
  hasSecret: boolean
  previousSecretUntil: string | null
  secret?: string
}
type Problem = { error: string; message: string; details?: { path: string; message: string }[] }
type Delivery = { deliveryId: string; state: string; eventId: string; madeAt: string; attempts: number }

const aClient = (service: RunningService): Promise<Client> => newClient(service, ['webhooks:manage', 'screening:read'])

describe.each(databaseEngines)('webhooks on $name', (engine) => {
  const service = useService(engine)
  const client = beforeTests(() => aClient(service))

  const create = async (more: Record<string, unknown> = {}, of = client): Promise<Webhook> => {
    const { status, body, text } = await of.send<Webhook>('POST', webhooks, { url, ...more })
    expect(status, text).toBe(201)
    return body
  }
  const connection = () => service.administration.db.connection

  /** Failed deliveries, newest last, each of four attempts, a minute apart up to `agoMs` ago. */
  async function failedDeliveries(of: Client, webhookId: string, count: number, agoMs = 0): Promise<void> {
    const eventIds = Array.from({ length: count }, (_, n) => {
      const id = service.administration.newId('evt')
      return `${id.slice(0, 14)}${String(n).padStart(8, '0')}${randomBytes(4).toString('hex')}`
    })
    await sql`
      with made as (
        select event_id, webhook_delivery_id(event_id, ${webhookId}) as id,
               now() - (${count}::int - n) * interval '1 minute' - ${agoMs}::float8 * interval '1 ms' as at
          from unnest(${eventIds}::text[]) with ordinality as made (event_id, n)),
      happened as (
        insert into events (id, company_id, kind, data, at)
        select event_id, ${of.companyId}, 'screening.match', '{"n":1}', at from made),
      tried as (
        insert into webhook_attempts (delivery_id, number, company_id, webhook_id, at, status, duration_ms, error, answer)
        select id, number, ${of.companyId}, ${webhookId}, at + number * interval '1 second', 500, 12, null, 'no'::bytea
          from made, generate_series(1, 4) as number)
      insert into webhook_deliveries (id, company_id, webhook_id, event_id, made_at, state, attempts, failures, ended_at)
      select id, ${of.companyId}, ${webhookId}, event_id, at, 'failed', 4, 4, at from made`.execute(connection())
  }

  test('a registration is made, read, changed and deleted', async () => {
    const asked = { url, events: ['screening.match', 'alert.high'], alerts: 'risks', description: 'Ours' }
    const made = await create(asked)
    expect(made).toEqual({
      ...asked,
      webhookId: expect.stringMatching(/^whk_[0-9a-z]{26}$/),
      enabled: true,
      disabled: null,
      hasSecret: false,
      previousSecretUntil: null,
      health: { failuresInARow: 0, failingSince: null, held: false },
      createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:]+\.\d{3}Z$/),
      updatedAt: expect.any(String),
    })
    const path = `${webhooks}/${made.webhookId}`
    expect((await client.get(path)).body).toEqual(made)
    const changed = await client.send('PATCH', path, { enabled: false, events: null, alerts: 'all' })
    expect(changed.body).toMatchObject({
      ...asked,
      enabled: false,
      events: null,
      alerts: 'all',
      disabled: { reason: 'by-hand', at: expect.any(String), message: expect.stringContaining('Enable it') },
    })
    expect((await client.send('PATCH', path, { enabled: true })).body).toMatchObject({ enabled: true, disabled: null })
    expect((await client.send('PATCH', path, {})).status).toBe(200)
    const deleted = await client.send('DELETE', path)
    expect([deleted.status, deleted.text]).toEqual([204, ''])
    expect(deleted.headers.get('X-Service-Quota-Remaining')).toMatch(/^\d+$/)
    for (const method of ['PATCH', 'DELETE'] as const) expect((await client.send(method, path, {})).status).toBe(404)
    expect((await client.get(path)).status).toBe(404)
  })

  test('a generated secret is shown once and never again, and a given one never', async () => {
    const own = await aClient(service)
    const { secret, webhookId } = await create({ generateSecret: true }, own)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const given = await create({ secret: 'a secret of mine, ключ 🔑' }, own)
    expect(given).toMatchObject({ hasSecret: true })
    expect(given.secret).toBeUndefined()
    const rotated = (await own.send<Webhook>('POST', `${webhooks}/${webhookId}/rotate-secret`, {})).body
    expect(rotated.secret).toMatch(/^whsec_/)
    expect(rotated.secret).not.toBe(secret)
    const inADay = Date.now() + 86_400_000
    expect(Math.abs(Date.parse(rotated.previousSecretUntil!) - inADay)).toBeLessThan(60_000)

    const responses = [
      await own.get(webhooks),
      await own.get(`${webhooks}/${webhookId}`),
      await own.send('PATCH', `${webhooks}/${webhookId}`, { description: 'x' }),
    ]
    const kept = await sql<{ text: string }>`
      select w::text as text from webhooks w where company_id = ${own.companyId}
      union all select a::text from audit_events a where company_id = ${own.companyId}`.execute(connection())
    const everything = [...responses.map(({ text }) => text), ...kept.rows.map(({ text }) => text)].join('\n')
    for (const word of [secret!.slice(6), rotated.secret!.slice(6), 'of mine', '🔑'])
      expect(everything).not.toContain(word)
  })

  test.each<[name: string, body: Record<string, unknown>, path: string]>([
    ['no address', { url: undefined }, 'body.url'],
    ['an empty address', { url: '' }, 'body.url'],
    ['an address that is a number', { url: 4 }, 'body.url'],
    ['an address that is none', { url: 'example' }, 'body.url'],
    ['another scheme', { url: 'ftp://example.com/' }, 'body.url'],
    ['a script', { url: 'javascript:alert(1)' }, 'body.url'],
    ['a file', { url: 'file:///etc/passwd' }, 'body.url'],
    ['credentials', { url: 'https://user:pass@example.com/' }, 'body.url'],
    ['an address of 10,000 characters', { url: `https://example.com/${'a'.repeat(10_000)}` }, 'body.url'],
    ['NUL in the address', { url: 'https://example.com/\0' }, 'body.url'],
    ['half of a surrogate pair in the address', { url: 'https://example.com/\ud800' }, 'body.url'],
    ['a private address', { url: 'https://10.0.0.1/' }, 'body.url'],
    ['a private address written otherwise', { url: 'https://0xa000001/' }, 'body.url'],
    ['a metadata service', { url: 'http://169.254.169.254/latest' }, 'body.url'],
    ['loopback in IPv6, which is not allowed here', { url: 'http://[::1]:4000/' }, 'body.url'],
    ['a name that leads nowhere', { url: 'https://no-such-host.example.invalid/' }, 'body.url'],
    ['an empty secret', { secret: '' }, 'body.secret'],
    ['a secret of 10,000 characters', { secret: 'a'.repeat(10_000) }, 'body.secret'],
    ['half of a surrogate pair as secret', { secret: '\udc00' }, 'body.secret'],
    ['NUL as secret', { secret: '\0' }, 'body.secret'],
    ['whsec_ without base64', { secret: 'whsec_!' }, 'body.secret'],
    ['a secret that is null', { secret: null }, 'body.secret'],
    ['two secrets', { secret: 'mine', generateSecret: true }, 'body.generateSecret'],
    ['no events', { events: [] }, 'body.events'],
    ['an unknown event', { events: ['screening.match', 'everything'] }, 'body.events[1]'],
    ['an event twice', { events: ['alert.high', 'alert.high'] }, 'body.events'],
    ['events that are a text', { events: 'alert.high' }, 'body.events'],
    ['an unknown choice', { alerts: 'some' }, 'body.alerts'],
    ['a choice that is null', { alerts: null }, 'body.alerts'],
    ['enabled that is a text', { enabled: 'yes' }, 'body.enabled'],
    ['a long description', { description: 'a'.repeat(501) }, 'body.description'],
    ['a description with NUL', { description: '\0' }, 'body.description'],
    ['an unknown field', { urls: [] }, 'body.urls'],
  ])('%s is 400 and names the field', async (_name, body, path) => {
    const response = await client.send<Problem>('POST', webhooks, { url, ...body })
    expect(response.status, response.text).toBe(400)
    expect(response.body.error).toBe('Bad Request')
    expect(response.body.details?.map((detail) => detail.path)).toContain(path)
    expect(response.text).not.toMatch(/ECONN|stack|node:/)
  })

  test.each([
    ['a secret that is not UTF-8', Buffer.from(`{"url":"${url}","secret":"\xe9"}`, 'latin1')],
    ['no JSON', Buffer.from('{"url"')],
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('"url"')],
  ])('%s as body is 400', async (_name, body) => {
    const response = await fetch(service.baseUrl + webhooks, {
      method: 'POST',
      headers: { Authorization: `Bearer ${client.secret}`, 'Content-Type': 'application/json' },
      body,
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'Bad Request' })
  })

  test('changing the address is judged like a new one, and changes nothing when refused', async () => {
    const { webhookId } = await create()
    const path = `${webhooks}/${webhookId}`
    const before = (await client.get(path)).text
    for (const bad of ['https://10.0.0.1/', 'ftp://example.com', `https://example.com/${'a'.repeat(10_000)}`, '', null])
      expect((await client.send('PATCH', path, { url: bad })).status).toBe(400)
    for (const bad of [{ secret: 'x' }, { events: [] }, { enabled: null }, null, []])
      expect((await client.send('PATCH', path, bad)).status).toBe(400)
    expect((await client.get(path)).text).toBe(before)
  })

  test.each(['whk_0', 'x'.repeat(150), 'whk_%00', "'; drop table webhooks", 'dlv_00000000000000000000000000'])(
    'there is no registration %s, and no delivery of that id',
    async (id) => {
      const { webhookId } = await create()
      const path = `${webhooks}/${encodeURIComponent(id)}`
      for (const more of ['', '/deliveries', '/attempts']) expect((await client.get(path + more)).status).toBe(404)
      for (const [more, body] of [
        ['/rotate-secret', {}],
        ['/test', { event: 'alert.high' }],
        ['/resend-failed', { since: '2026-01-01' }],
      ] as const) {
        expect((await client.send('POST', path + more, body)).status).toBe(404)
      }
      const delivery = `${webhooks}/${webhookId}/deliveries/${encodeURIComponent(id)}`
      expect((await client.get(delivery)).status).toBe(404)
      expect((await client.send('POST', `${delivery}/resend`)).status).toBe(404)
    },
  )

  test.each([
    ['/rotate-secret', { gracePeriodSeconds: -1 }],
    ['/rotate-secret', { gracePeriodSeconds: 604_801 }],
    ['/rotate-secret', { gracePeriodSeconds: 1.5 }],
    ['/rotate-secret', { gracePeriodSeconds: '60' }],
    ['/rotate-secret', { secret: '' }],
    ['/rotate-secret', { secret: 'a'.repeat(10_000) }],
    ['/rotate-secret', { generateSecret: true }],
    ['/test', {}],
    ['/test', { event: 'everything' }],
    ['/test', { event: '__proto__' }],
    ['/resend-failed', {}],
    ['/resend-failed', { since: 'yesterday' }],
    ['/resend-failed', { since: '2999-01-01' }],
    ['/resend-failed', { since: '2026-01-02', until: '2026-01-01' }],
    ['/resend-failed', { since: '2026-01-01', preview: 'yes' }],
  ])('%s with %j is 400', async (path, body) => {
    const { webhookId } = await create()
    const response = await client.send('POST', `${webhooks}/${webhookId}${path}`, body)
    expect(response.status, response.text).toBe(400)
  })

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
    const { webhookId } = await create()
    expect((await client.get(path === '' ? webhooks : `${webhooks}/${webhookId}${path}`, query)).status).toBe(400)
  })

  test('a cursor that somebody has made up is no danger', async () => {
    const { webhookId } = await create()
    await failedDeliveries(client, webhookId, 1)
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
    const own = await aClient(service)
    const made: string[] = []
    for (let n = 0; n < 5; n++) made.unshift((await create({}, own)).webhookId)
    type Page = { webhooks: Webhook[]; nextCursor: string | null }
    const first = (await own.get<Page>(webhooks, { limit: '3' })).body
    await create({}, own)
    const second = (await own.get<Page>(webhooks, { limit: '3', cursor: first.nextCursor! })).body
    expect([...first.webhooks, ...second.webhooks].map(({ webhookId }) => webhookId)).toEqual(made)
    expect(second.nextCursor).toBeNull()

    const [webhookId] = made
    await failedDeliveries(own, webhookId!, 5, 60_000)
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
      await failedDeliveries(own, webhookId!, 1)
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

  test('deliveries and attempts are shown, and failed ones counted and sent again', async () => {
    const own = await aClient(service)
    const { webhookId } = await create({}, own)
    await failedDeliveries(own, webhookId, 2)
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

  test('every act leaves an audit event that names the key and the request', async () => {
    const own = await aClient(service)
    const acts: [act: string, requestId: string | null][] = []
    const act = async <T>(action: string, ...call: Parameters<Client['send']>) => {
      const response = await own.send<T>(...call)
      expect(response.status, response.text).toBeLessThan(300)
      acts.unshift([action, response.headers.get('X-Service-Request-Id')])
      return response.body
    }
    const { webhookId } = await act<Webhook>('webhook.create', 'POST', webhooks, { url, generateSecret: true })
    const path = `${webhooks}/${webhookId}`
    await act('webhook.change', 'PATCH', path, { description: 'Ours' })
    await act('webhook.rotate-secret', 'POST', `${path}/rotate-secret`, {})
    await act('webhook.test', 'POST', `${path}/test`, { event: 'report.ready' })
    await failedDeliveries(own, webhookId, 2)
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

  test("a company has 100 registrations at most, and another's do not count", async () => {
    const own = await aClient(service)
    await sql`
      insert into webhooks (id, company_id, url, created_at, updated_at)
      select 'whk_' || ${own.companyId} || n, ${own.companyId}, ${url}, now(), now() from generate_series(1, 100) as n`.execute(
      connection(),
    )
    const refused = await own.send<Problem>('POST', webhooks, { url })
    expect([refused.status, refused.body.error]).toEqual([409, 'Conflict'])
    expect(refused.body.message).toContain('100 registrations')
    await create()
  })

  test('an erasure reaches events by every spelling of the name', async () => {
    const own = await aClient(service)
    await create({}, own)
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

describe('the key that seals secrets', () => {
  let environment: TestEnvironment
  let service: RunningService | undefined
  afterEach(async () => {
    await service?.stop()
    service = undefined
    await environment.remove()
  })
  const keyText = (id: string) => `${id}:${randomBytes(32).toString('base64')}`

  test('is made at the first start, opens at the next, and a start without it is refused and says which is missing', async () => {
    environment = await newTestEnvironment(embedded)
    const file = join(environment.settings.REPUTATION_DATA_DIR!, 'secrets.key')
    service = await runService(embedded, { environment })
    const client = await aClient(service)
    const { webhookId } = (await client.send<Webhook>('POST', webhooks, { url, secret: 'mine' })).body
    await service.stop()
    service = undefined
    const [made] = readKeyFile(file)!

    const other = { REPUTATION_SECRETS_KEYS: keyText('other') }
    await expect(runService(embedded, { environment, settings: other })).rejects.toThrow(
      new RegExp(`${made.id} \\(1 secret\\).*REPUTATION_SECRETS_KEYS`),
    )

    const both = `${keyText('next')},${made.id}:${Buffer.from(made.bytes).toString('base64')}`
    service = await runService(embedded, { environment, settings: { REPUTATION_SECRETS_KEYS: both } })
    expect(await service.administration.resealSecrets(by)).toEqual({ keyId: 'next', resealed: 1 })
    const { rows } = await sql<{ sealed: string }>`
      select secret_sealed as sealed from webhooks where id = ${webhookId}`.execute(
      service.administration.db.connection,
    )
    expect(rows[0]!.sealed).toMatch(/^v1\.next\./)
    expect(() => makeSealer([made], { randomBytes }).open(rows[0]!.sealed, webhookId)).toThrow('next is not known')
  })
})

test('without the settings that allow them, loopback and http are refused', async () => {
  const service = await runService(embedded, {
    settings: { REPUTATION_OUTBOUND_ALLOW: '', REPUTATION_OUTBOUND_HTTP: 'false' },
  })
  try {
    const client = await aClient(service)
    for (const refused of [url, 'https://127.0.0.1:61999/hook', 'https://localhost/hook', 'http://203.0.114.7/hook'])
      expect((await client.send('POST', webhooks, { url: refused })).status, refused).toBe(400)
    expect((await client.send('POST', webhooks, { url: 'https://203.0.114.7/hook', enabled: false })).status).toBe(201)
  } finally {
    await service.stop()
  }
})
