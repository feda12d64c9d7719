/** Webhook registrations through the API: what may be registered, secrets, changes. */
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import {
  createWebhook,
  deadUrl,
  newWebhookClient,
  type Webhook,
  webhooks,
} from '@service/reputation-testing/webhooks.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

type Problem = { error: string; message: string; details?: { path: string; message: string }[] }

describe.each(featureEngines)('webhooks on $name', (engine) => {
  const service = useService(engine)
  const client = beforeTests(() => newWebhookClient(service))
  const connection = () => service.administration.db.connection

  test('a registration is made, read, changed and deleted', async () => {
    const asked = { url: deadUrl, events: ['screening.match', 'alert.high'], alerts: 'risks', description: 'Ours' }
    const made = await createWebhook(client, asked)
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
    const own = await newWebhookClient(service)
    const { secret, webhookId } = await createWebhook(own, { generateSecret: true })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const given = await createWebhook(own, { secret: 'a secret of mine, ключ 🔑' })
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
    const response = await client.send<Problem>('POST', webhooks, { url: deadUrl, ...body })
    expect(response.status, response.text).toBe(400)
    expect(response.body.error).toBe('Bad Request')
    expect(response.body.details?.map((detail) => detail.path)).toContain(path)
    expect(response.text).not.toMatch(/ECONN|stack|node:/)
  })

  test.each([
    ['a secret that is not UTF-8', Buffer.from(`{"url":"${deadUrl}","secret":"\xe9"}`, 'latin1')],
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

  test('a changed address is checked like a new one, and a refusal changes nothing', async () => {
    const { webhookId } = await createWebhook(client)
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
      const { webhookId } = await createWebhook(client)
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
    const { webhookId } = await createWebhook(client)
    const response = await client.send('POST', `${webhooks}/${webhookId}${path}`, body)
    expect(response.status, response.text).toBe(400)
  })

  test("a company has at most 100 registrations, and another's do not count", async () => {
    const own = await newWebhookClient(service)
    await sql`
      insert into webhooks (id, company_id, url, created_at, updated_at)
      select 'whk_' || ${own.companyId} || n, ${own.companyId}, ${deadUrl}, now(), now() from generate_series(1, 100) as n`.execute(
      connection(),
    )
    const refused = await own.send<Problem>('POST', webhooks, { url: deadUrl })
    expect([refused.status, refused.body.error]).toEqual([409, 'Conflict'])
    expect(refused.body.message).toContain('100 webhooks')
    await createWebhook(client)
  })
})
