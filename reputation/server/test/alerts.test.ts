/** `GET /api/v1/alerts`, and the events that go with it. */
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { exportOf } from '@service/foundation-testing/http/export-of.ts'
import { startReceiver } from '@service/foundation-testing/webhooks/receiver.ts'
import type { Alert } from '@service/reputation-server/news/read/alert-responses.ts'
import { newCompanyInTheNews, send } from '@service/reputation-testing/news.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { beforeAll, describe, expect, test } from 'vitest'

const path = '/api/v1/alerts'
type Alerts = { alerts: Alert[]; nextCursor: string | null }

describe.each(databaseEngines)('alerts on $name', (engine) => {
  const service = useService(engine)
  const company = beforeTests(() => newCompanyInTheNews(service))
  beforeAll(async () => {
    const { name } = company
    await send(service, company, [`${name} sued over deadly factory fire`], 9)
    await send(service, company, [`${name} accused of fraud`, `${name} opens a new office`], 3)
    await send(
      service,
      company,
      Array.from({ length: 5 }, (_, index) => `${name} hit by deadly explosion at plant ${index}`),
      1,
    )
  })

  const read = (query: Record<string, string> = {}) => company.get<Alerts>(path, query)

  test('are the negative and the grave articles of seven days, last detected first, with the fields of the contract', async () => {
    const { status, body } = await read()
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['alerts', 'nextCursor'])
    expect(body.alerts.length).toBeGreaterThanOrEqual(6)
    expect(body.nextCursor).toBeNull()
    const times = body.alerts.map(({ detectedAt }) => detectedAt)
    expect(times).toEqual([...times].sort().reverse())
    for (const alert of body.alerts) {
      expect(alert).toMatchObject({ kind: 'article', story: expect.any(String), company: { id: company.companyId } })
      expect(Object.keys(alert.company)).toEqual(['id', 'name', 'slug'])
      expect(alert.subject).toEqual({ id: company.subjectId, name: company.name })
      expect(['critical', 'high']).toContain(alert.severity)
      expect(alert.sentimentScore).toBeLessThan(0)
      expect(alert.detectedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(alert.url).toMatch(/^https:/)
      expect(Date.parse(alert.publishedAt)).toBeLessThan(Date.parse(alert.detectedAt))
    }
    expect(body.alerts.map(({ title }) => title)).not.toContain(`${company.name} sued over deadly factory fire`)
    expect(body.alerts.map(({ title }) => title)).not.toContain(`${company.name} opens a new office`)
  })

  test('can be paged, narrowed by time and by severity', async () => {
    const all = (await read()).body.alerts.map(({ id }) => id)
    const paged: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body }: { body: Alerts } = await read({ limit: '2', ...(cursor && { cursor }) })
      expect(body.alerts.length).toBeLessThanOrEqual(2)
      paged.push(...body.alerts.map(({ id }) => id))
      cursor = body.nextCursor
    }
    expect(paged).toEqual(all)
    // Detected after the articles of a day ago had come in, though all others were published later.
    const late = `${company.name} charged with bribery of officials`
    const since = new Date().toISOString()
    await send(service, company, [late], 5)
    const [first, ...others] = (await read()).body.alerts
    expect(first).toMatchObject({ title: late, severity: 'high', kind: 'article' })
    expect(others.map(({ id }) => id)).toEqual(all)
    all.unshift(first!.id)
    expect((await read({ since })).body.alerts.map(({ id }) => id)).toEqual([first!.id])
    const longAgo = new Date(Date.now() - 60 * 86_400_000).toISOString()
    expect((await read({ since: longAgo })).body.alerts.map(({ id }) => id)).toEqual(all)
    expect((await read({ severity: 'high' })).body.alerts.map(({ id }) => id)).toEqual(all)
    expect((await read({ severity: 'critical' })).body.alerts).toEqual([])
  })

  test.each([
    { severity: 'low' },
    { since: 'yesterday' },
    { since: '2026-11-20 10:00' },
    { limit: '0' },
    { limit: '201' },
    { cursor: 'x' },
    { cursor: Buffer.from('["a","b"]').toString('base64url') },
    { until: '2026-11-20' },
  ])('%j is refused', async (query) => {
    expect((await company.get(path, query as unknown as Record<string, string>)).status).toBe(400)
  })

  test.each([[Number.MAX_SAFE_INTEGER], [-1e300], [1e300]])('a made-up cursor of %d is harmless', async (time) => {
    const cursor = Buffer.from(JSON.stringify([time, time, 'alr_x'])).toString('base64url')
    expect((await read({ cursor })).status).toBe(200)
  })

  test('come as CSV, and as 304 when unchanged', async () => {
    const { text } = await company.get(path, { format: 'csv' })
    const [header = '', first = ''] = text.split('\r\n')
    expect(header).toMatch(
      /^id,kind,severity,detectedAt,title,source,url,sentimentScore,story.*,company,level,language,subject$/,
    )
    expect(first).toMatch(
      new RegExp(`,${(await read()).body.alerts[0]!.company.name},(high|critical)?,en,${company.name}$`),
    )
    const etag = (await read()).headers.get('ETag')!
    expect((await company.get(path, {}, { 'If-None-Match': etag })).status).toBe(304)
  })

  test('are exported whole, also those of more than seven days ago', async () => {
    const listed = (await read({ limit: '200' })).body.alerts
    const { items, cursors } = await exportOf<Alert>(company, path)
    const old = `${company.name} sued over deadly factory fire`
    expect(items.map(({ title }) => title)).toContain(old)
    expect(items.filter(({ title }) => title !== old)).toEqual(listed)
    expect((await exportOf(company, path, { cursor: cursors[1]! })).items).toEqual(items.slice(2))
    const since = listed[1]!.detectedAt
    expect((await exportOf<Alert>(company, path, { since })).items).toEqual(
      items.filter(({ detectedAt }) => detectedAt >= since),
    )
  })

  test('are sent to a webhook, once for each story', async () => {
    const receiver = await startReceiver()
    const scopes = ['alerts:read', 'articles:write', 'webhooks:manage'] as const
    const own = await newCompanyInTheNews(service, { scopes })
    await own.send('POST', '/api/v1/webhooks', { url: receiver.url, events: ['alert.high', 'alert.critical'] })
    await send(service, own, [
      `${own.name} sued over deadly factory fire`,
      `${own.name} sued after deadly fire in factory`,
    ])
    await expect.poll(() => receiver.received.length).toBe(1)
    const { event, data } = JSON.parse(receiver.received[0]!.body)
    expect(event).toBe('alert.high')
    const { alerts } = (await own.get<Alerts>(path)).body
    const {
      kind: _k,
      story: _s,
      publishedAt: _p,
      articlesPath: _a,
      language: _l,
      subject: _u,
      ...listed
    } = alerts.find(({ id }) => id === data.id)!
    expect(data).toEqual(listed)
    await send(service, own, [`${own.name} is sued once more over deadly factory fire`])
    await send(service, own, [`${own.name} charged with bribery of officials`])
    await expect.poll(() => receiver.received.length).toBe(2)
    expect(receiver.received[1]!.body).toContain('bribery')
    await receiver.close()
  })
})
