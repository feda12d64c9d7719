import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newLease } from '@service/foundation/jobs/lease.ts'
import { byTester as by } from '@service/foundation-testing/acts.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import * as feeds from '@service/reputation-server/news/feeds/feed-store.ts'
import { newClient } from '@service/reputation-testing/client.ts'
import { newCompanyInTheNews } from '@service/reputation-testing/news.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

type Feed = {
  feedId: string
  url: string
  name: string | null
  enabled: boolean
  health: string
  outcome: string | null
  lastPolledAt: string | null
  nextPollAt: string | null
  pollEverySeconds: number | null
}
type Problem = { code: string; message: string; details: { path: string }[] }

const path = '/api/v1/feeds'
const scopes = ['subjects:manage', 'reputation:read', 'sentiment:read', 'articles:write', 'alerts:read']

describe.each(featureEngines)('feeds of a company over HTTP on $name', (engine) => {
  const service = useService(engine)
  let company: Awaited<ReturnType<typeof newCompanyInTheNews>>
  let site: Server
  let origin: string
  let respond: (response: ServerResponse) => void
  beforeEach(async () => {
    company = await newCompanyInTheNews(service, { scopes })
    const item = `<item><title>${company.name} opens a plant</title><link>http://news.example.org/1</link></item>`
    respond = (response) => response.end(`<rss version="2.0"><channel><title>News</title>${item}</channel></rss>`)
    site = createServer((_request, response) => respond(response))
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  })
  afterEach(() => {
    site.closeAllConnections()
    return new Promise((resolve) => site.close(resolve))
  })

  const db = () => service.administration.db.connection
  const create = (body: object) => company.send<Feed & Problem>('POST', path, { url: `${origin}/feed`, ...body })
  const change = (id: string, body: object) => company.send<Feed & Problem>('PATCH', `${path}/${id}`, body)
  const read = async (id: string) => (await company.get<Feed>(`${path}/${id}`)).body
  const polled = (id: string) => expect.poll(async () => (await read(id)).lastPolledAt).not.toBeNull()

  test('a feed that is created is polled at once and shows how that went', async () => {
    const { status, body } = await create({ name: 'The News' })
    expect([status, body]).toMatchObject([201, { name: 'The News', health: 'new', pollEverySeconds: null }])
    await polled(body.feedId)
    expect(await read(body.feedId)).toMatchObject({ health: 'ok', outcome: 'read, 1 new', enabled: true })
    const { body: page } = await company.get<{ feeds: Feed[]; sharedFeeds: number }>(path)
    expect(page).toMatchObject({ feeds: [{ feedId: body.feedId }], sharedFeeds: expect.any(Number) })
  })

  test('one that fails says so, and is polled again later', async () => {
    respond = (response) => response.writeHead(500).end()
    const { body } = await create({ pollEverySeconds: 120 })
    await polled(body.feedId)
    const feed = await read(body.feedId)
    expect(feed).toMatchObject({ health: 'failing', outcome: 'http-status' })
    const waitMs = Date.parse(feed.nextPollAt!) - Date.parse(feed.lastPolledAt!)
    expect(waitMs).toBeGreaterThan(60_000)
  })

  test.each([
    ['an address inside the network', { url: 'http://10.0.0.1/feed' }, 'body.url'],
    ['the address of a cloud’s metadata', { url: 'http://169.254.169.254/latest/' }, 'body.url'],
    ['another protocol', { url: 'file:///etc/passwd' }, 'body.url'],
    ['a password in the address', { url: 'http://ann:secret@127.0.0.1/' }, 'body.url'],
    ['an interval of less than two minutes', { pollEverySeconds: 60 }, 'body.pollEverySeconds'],
    ['an interval of more than a day', { pollEverySeconds: 86_401 }, 'body.pollEverySeconds'],
  ])('%s is refused, and nothing is kept', async (_what, given, at) => {
    const { status, body } = await create(given)
    expect([status, body.details[0]?.path]).toEqual([400, at])
    expect((await company.get<{ feeds: Feed[] }>(path)).body.feeds).toEqual([])
  })

  test('the same address is refused for the same company, and free for another', async () => {
    await create({})
    expect((await create({})).body).toMatchObject({ code: 'conflict' })
    const other = await newClient(service, scopes)
    expect((await other.send('POST', path, { url: `${origin}/feed` })).status).toBe(201)
  })

  describe('other sources', () => {
    test('the catalogue is listed in pages, by region and kind', async () => {
      type Page = { feeds: { catalogueId: string; url: string; name: string }[]; nextCursor: string | null }
      const query = { region: 'GB', kind: 'regulator', limit: '3' }
      const { body: first } = await company.get<Page>('/api/v1/feed-catalogue', query)
      const next = { ...query, cursor: first.nextCursor! }
      const { body: second } = await company.get<Page>('/api/v1/feed-catalogue', next)
      const ids = [...first.feeds, ...second.feeds].map(({ catalogueId }) => catalogueId)
      expect(ids).toEqual([...new Set(ids)].sort())
      expect(ids.length).toBeGreaterThan(3)
      const unknown = await company.send<Problem>('POST', path, { catalogueId: 'nobody' })
      expect([unknown.status, unknown.body.details[0]?.path]).toEqual([400, 'body.catalogueId'])
    })

    test.each([
      [{ search: { provider: 'bing-news', text: 'Acme" site:evil.example "' } }, 'body.search.text'],
      [{ search: { provider: 'bing-news', text: '??' } }, 'body.search.text'],
      [{ search: { provider: 'bing-news', text: 'Acme', country: 'gb' } }, 'body.search.country'],
      [{ search: { provider: 'other', text: 'Acme' } }, 'body.search.provider'],
      [{ url: 'https://a.example/', catalogueId: 'fca-news' }, 'body.url'],
      [{}, 'body.url'],
    ])('%j is refused', async (body, at) => {
      const { status, body: problem } = await company.send<Problem>('POST', path, body)
      expect([status, problem.details[0]?.path]).toEqual([400, at])
    })
  })

  test('a shorter interval counts from the last poll on, and null gives the interval back', async () => {
    const { body } = await create({})
    await polled(body.feedId)
    const { lastPolledAt } = await read(body.feedId)
    const changed = await change(body.feedId, { pollEverySeconds: 120 })
    expect(changed.body).toMatchObject({ pollEverySeconds: 120 })
    expect(Date.parse(changed.body.nextPollAt!) - Date.parse(lastPolledAt!)).toBe(120_000)
    expect((await change(body.feedId, { pollEverySeconds: null })).body).toMatchObject({ pollEverySeconds: null })
  })

  test('one that is switched off is not polled, not even by a poll that is under way, until it is on again', async () => {
    const asked = Promise.withResolvers<ServerResponse>()
    respond = (response) => asked.resolve(response)
    const { body } = await create({})
    const response = await asked.promise
    expect((await change(body.feedId, { enabled: false })).body).toMatchObject({ health: 'off', nextPollAt: null })
    response.end('<rss version="2.0"><channel><title>News</title></channel></rss>')
    await polled(body.feedId)
    expect(await read(body.feedId)).toMatchObject({ enabled: false, health: 'off' })
    const again = await change(body.feedId, { enabled: true })
    expect(Date.parse(again.body.nextPollAt!) - Date.parse((await read(body.feedId)).lastPolledAt!)).toBe(60_000)
  })

  test('polling now waits a minute after the last poll, and as long as a site asks for', async () => {
    const { body } = await create({})
    await polled(body.feedId)
    const now = await company.send<Feed>('POST', `${path}/${body.feedId}/poll`)
    const wait = Date.parse(now.body.nextPollAt!) - Date.parse(now.body.lastPolledAt!)
    expect([now.status, wait]).toEqual([202, 60_000])

    respond = (response) => response.writeHead(429, { 'Retry-After': '7200' }).end()
    const { body: limited } = await create({ url: `${origin}/limited` })
    await polled(limited.feedId)
    const { nextPollAt } = await read(limited.feedId)
    expect((await company.send<Feed>('POST', `${path}/${limited.feedId}/poll`)).body.nextPollAt).toBe(nextPollAt)
  })

  test('all that is done is in the audit with the key that did it', async () => {
    const { body } = await create({})
    await change(body.feedId, { pollEverySeconds: 180, name: 'News' })
    await company.send('POST', `${path}/${body.feedId}/poll`)
    expect((await company.send('DELETE', `${path}/${body.feedId}`)).status).toBe(204)
    expect((await company.get(`${path}/${body.feedId}`)).status).toBe(404)
    const events = await service.administration.listAuditEvents(by, { target: body.feedId }, 10)
    expect(events.map(({ action }) => action)).toEqual(['feed.remove', 'feed.poll', 'feed.change', 'feed.add'])
    expect(events[2]).toMatchObject({
      companyId: company.companyId,
      actor: expect.stringMatching(/^key:key_/),
      before: { everyMs: null, name: null },
      after: { everyMs: 180_000, name: 'News' },
    })
  })

  test("another company's feeds and the operator's are neither seen nor changed", async () => {
    const shared = await service.administration.addFeed(by, { url: `${origin}/shared` })
    const { body } = await create({})
    const other = await newClient(service, scopes)
    for (const id of [body.feedId, shared.id]) {
      const client = id === shared.id ? company : other
      expect((await client.get(`${path}/${id}`)).status).toBe(404)
      for (const [method, rest, sent] of [
        ['PATCH', '', { enabled: false }],
        ['DELETE', '', undefined],
        ['POST', '/poll', undefined],
      ] as const) {
        expect((await client.send(method, `${path}/${id}${rest}`, sent)).status, `${method} ${rest}`).toBe(404)
      }
    }
    await service.administration.removeFeed(by, undefined, shared.id)
  })

  test('feeds and frequent feeds of a company are limited, however many requests come at once', async () => {
    const fill = (from: number, to: number, everyMs: number | null) =>
      sql`
      insert into feeds (id, company_id, url, enabled, every_ms, state, next_poll_at, created_at)
      select 'fed_' || ${company.companyId} || n, ${company.companyId}, 'http://127.0.0.1/' || n, false, ${everyMs}::bigint, '{}',
             now(), now()
        from generate_series(${from}::int, ${to}::int) n`.execute(db())
    const statuses = async (body: object, prefix: string) => {
      const urls = Array.from({ length: 4 }, (_, index) => `${origin}/${prefix}${index}`)
      return (await Promise.all(urls.map((url) => create({ url, ...body })))).map(({ status }) => status).sort()
    }
    await fill(1, 9, 120_000)
    expect(await statuses({ pollEverySeconds: 300 }, 'frequent')).toEqual([201, 409, 409, 409])
    const { body } = await create({})
    expect((await change(body.feedId, { pollEverySeconds: 120 })).status).toBe(409)
    expect((await change(body.feedId, { pollEverySeconds: 900 })).status).toBe(200)
    await fill(100, 187, null)
    expect(await statuses({}, 'all')).toEqual([201, 409, 409, 409])
  })

  test('of one company’s due feeds two are polled at a time, for its sites may be slow', async () => {
    const other = await newClient(service, scopes)
    const due = new Date('2100-01-01T00:00:00Z') // the service takes none of them
    const rolledBack = service.administration.db.transaction(async (tx) => {
      for (const [companyId, count] of [
        [company.companyId, 12],
        [other.companyId, 1],
      ] as const) {
        await sql`
          insert into feeds (id, company_id, url, state, next_poll_at, created_at)
          select 'fed_' || ${companyId} || n, ${companyId}, 'http://127.0.0.1/' || n, '{}', ${due}, now()
            from generate_series(1, ${count}::int) n`.execute(tx)
      }
      const now = new Date(due.getTime() + 1)
      const lease = () => newLease({ now: () => now, newId: service.administration.newId }, 60_000)
      const taken = await feeds.take(tx, lease(), 1_000)
      const countOf = (id: string) => taken.filter(({ companyId }) => companyId === id).length
      expect([countOf(company.companyId), countOf(other.companyId)]).toEqual([2, 1])
      const meanwhile = await feeds.take(tx, lease(), 1_000)
      expect(meanwhile.filter(({ companyId }) => companyId === company.companyId)).toEqual([])
      // Those that wait for the two are not due before these end, so nobody looks for them meanwhile.
      const nextAt = await feeds.nextPollAt(tx, now)
      expect(nextAt?.getTime()).toBe(now.getTime() + 60_000)
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
  })
})
