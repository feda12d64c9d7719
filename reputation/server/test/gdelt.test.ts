/** Searches at GDELT, through the whole service, on responses of our own making. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { takeSlot } from '@service/reputation-server/news/feeds/gdelt/slot-store.ts'
import { newCompanyInTheNews } from '@service/reputation-testing/news.ts'
import { type RunningService, runService } from '@service/reputation-testing/running-service.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

type Feed = {
  feedId: string
  kind: string
  outcome: string
  reason: string
  health: string
  lastPolledAt: string | null
}
type Problem = { code: string; details: { path: string }[] }
type Asked = { at: number; query: URLSearchParams }

const scopes = ['subjects:manage', 'sentiment:read', 'alerts:read', 'articles:write', 'reputation:read']
const minuteMs = 60_000

describe.each(featureEngines)('a search at GDELT on $name', (engine) => {
  let service: RunningService
  let gdelt: Server
  let asked: Asked[]
  let respond: (query: URLSearchParams) => { status?: number; headers?: Record<string, string>; body: string }
  let company: Awaited<ReturnType<typeof newCompanyInTheNews>>
  beforeAll(async () => {
    gdelt = createServer((request, response) => {
      const query = new URL(request.url!, 'http://gdelt').searchParams
      asked.push({ at: performance.now(), query })
      const { status = 200, headers = {}, body } = respond(query)
      response.writeHead(status, headers).end(body)
    })
    await new Promise<void>((resolve) => gdelt.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(gdelt.address() as AddressInfo).port}/api/v2/doc/doc`
    service = await runService(engine, { settings: { REPUTATION_GDELT_URL: url } })
  })
  afterAll(async () => {
    await service.stop()
    gdelt.close()
  })
  beforeEach(async () => {
    asked = []
    respond = () => ({ body: '{}' })
    company = await newCompanyInTheNews(service, { scopes })
    await sql`update feeds set enabled = false`.execute(db())
    await sql`update outbound_slots set free_at = '1970-01-01T00:00:00Z'`.execute(db())
  })

  const db = () => service.administration.db.connection
  const create = (more: object = {}) =>
    company.send<Feed & Problem>('POST', '/api/v1/feeds', {
      search: { provider: 'gdelt', text: company.name },
      ...more,
    })
  const read = async (id: string) => (await company.get<Feed>(`/api/v1/feeds/${id}`)).body
  const polled = (id: string) =>
    expect.poll(async () => (await read(id)).lastPolledAt, { timeout: 20_000 }).not.toBeNull()
  const compact = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace(/[-:T]/g, '')
  const rows = (count: number, lastSeenMs: number, first = 0) =>
    JSON.stringify({
      articles: Array.from({ length: count }, (_, index) => ({
        url: `https://outlet-${first + index}.example.org/${company.name}`,
        title: `${company.name} , story number ${first + index} of the day`,
        seendate: `${compact(lastSeenMs - (count - index) * 1_000).replace(/^(.{8})/, '$1T')}Z`,
        domain: `outlet-${first + index}.example.org`,
        language: 'English',
      })),
    })
  const articlesToday = async () => {
    const { body } = await company.get<{ days: { articleCount: number }[] }>('/api/v1/sentiment', { days: '3' })
    return body.days.reduce((sum, { articleCount }) => sum + articleCount, 0)
  }

  test('asks for one page, and its articles count for the company', async () => {
    respond = () => ({ body: rows(3, Date.now() - minuteMs) })
    const { status, body } = await create({ search: { provider: 'gdelt', text: company.name, language: 'en' } })
    expect([status, body.kind]).toEqual([201, 'gdelt'])
    await expect.poll(articlesToday, { timeout: 20_000 }).toBe(3)
    expect(await read(body.feedId)).toMatchObject({ health: 'ok', outcome: 'read, 3 new' })
    expect(Object.fromEntries(asked[0]!.query)).toMatchObject({
      query: `"${company.name}" sourcelang:english`,
      mode: 'artlist',
      format: 'json',
      maxrecords: '250',
      sort: 'dateasc',
    })
    expect(asked).toHaveLength(1)
  })

  test('goes on behind a full page, five seconds later, and asks for late articles again the next time', async () => {
    const seen = Date.now() - 30 * minuteMs
    respond = ({ size }) => ({ body: asked.length === 1 && size > 0 ? rows(250, seen) : rows(2, seen + minuteMs, 250) })
    const { body } = await create()
    await expect.poll(() => asked.length, { timeout: 20_000 }).toBe(2)
    await expect.poll(articlesToday, { timeout: 20_000 }).toBe(252)
    expect(asked[1]!.at - asked[0]!.at).toBeGreaterThan(4_900)
    // As far as GDELT's window of an hour allows.
    const from = asked[1]!.query.get('startdatetime')!
    expect(from > asked[0]!.query.get('startdatetime')!).toBe(true)

    await expect.poll(async () => (await read(body.feedId)).reason).not.toContain('waiting')
    const { rows: stored } = await sql<{ readTo: string; more: boolean }>`
      select state #>> '{gdelt,readTo}' as read_to, (state #>> '{gdelt,more}')::boolean as more
        from feeds where id = ${body.feedId}`.execute(db())
    expect(stored[0]!.more).toBe(false)
    await sql`update feeds set next_poll_at = now() where id = ${body.feedId}`.execute(db())
    await service.administration.pollFeed(
      { actor: { kind: 'operator', id: 'test' }, requestId: null },
      undefined,
      body.feedId,
    )
    await expect.poll(() => asked.length, { timeout: 20_000 }).toBe(3)
    const overlap = Date.parse(stored[0]!.readTo) - 2 * 60 * minuteMs
    expect(asked[2]!.query.get('startdatetime')).toBe(compact(overlap))
    await expect.poll(async () => (await read(body.feedId)).outcome).toBe('read, 0 new')
  })

  test('shares one request in five seconds with all others', async () => {
    const created = await Promise.all(
      ['one', 'two', 'three'].map((text) => create({ search: { provider: 'gdelt', text } })),
    )
    for (const { body } of created) await polled(body.feedId)
    const times = asked.map(({ at }) => at)
    expect(times).toHaveLength(3)
    for (const [index, at] of times.slice(1).entries()) expect(at - times[index]!).toBeGreaterThan(4_900)
  })

  test('of many processes one gets the slot', async () => {
    const now = new Date('2100-01-01T00:00:00Z')
    const taken = await Promise.all(Array.from({ length: 20 }, () => takeSlot(db(), now, 5_000)))
    expect(taken.filter(Boolean)).toHaveLength(1)
    expect(await takeSlot(db(), new Date(now.getTime() + 4_999), 5_000)).toBe(false)
    expect(await takeSlot(db(), new Date(now.getTime() + 5_000), 5_000)).toBe(true)
  })

  test.each([
    ['429', { status: 429, headers: { 'Retry-After': '300' }, body: 'Too many' }, 'rate-limited', 300_000],
    ['the words for it', { body: 'Please limit requests to one every 5 seconds' }, 'rate-limited', 60_000],
    ['a refused search', { body: 'Your query was too short or too long.' }, 'search-refused', 0],
    ['an error', { status: 500, body: 'broken' }, 'http-status', 0],
    ['a redirect', { status: 302, headers: { Location: 'http://169.254.169.254/' }, body: '' }, 'http-status', 0],
  ])(
    '%s is reported, and where GDELT asks for a pause all searches make it',
    async (_what, response, outcome, pauseMs) => {
      respond = () => response
      const before = Date.now()
      const { body } = await create()
      await polled(body.feedId)
      expect(await read(body.feedId)).toMatchObject({
        health: 'failing',
        outcome,
        reason: expect.stringContaining('GDELT'),
      })
      const { rows: slots } = await sql<{ freeAt: Date }>`select free_at from outbound_slots`.execute(db())
      const heldMs = slots[0]!.freeAt.getTime() - before
      expect(heldMs).toBeGreaterThanOrEqual(Math.max(pauseMs, 5_000))
      expect(heldMs).toBeLessThan(Math.max(pauseMs, 5_000) + 15_000)
    },
  )

  test('has no short interval and no country, and a company has ten of them', async () => {
    for (const [more, at] of [
      [{ pollEverySeconds: 300 }, 'body.pollEverySeconds'],
      [{ search: { provider: 'gdelt', text: 'Acme', country: 'GB' } }, 'body.search.country'],
    ] as const) {
      const { status, body } = await create(more)
      expect([status, body.details[0]?.path]).toEqual([400, at])
    }
    const { body } = await create({ pollEverySeconds: 900 })
    const shorter = await company.send<Problem>('PATCH', `/api/v1/feeds/${body.feedId}`, { pollEverySeconds: 120 })
    expect(shorter.status).toBe(400)
    for (let index = 0; index < 9; index++) await create({ search: { provider: 'gdelt', text: `Acme ${index}` } })
    expect((await create({ search: { provider: 'gdelt', text: 'One more' } })).status).toBe(409)
  })
})
