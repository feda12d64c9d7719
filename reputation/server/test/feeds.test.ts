/** From a feed's address to what the endpoints say, through the whole service. */

import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { byTester as by } from '@service/foundation-testing/acts.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { makeAddFeed } from '@service/reputation-server/news/feeds/add-feed.ts'
import * as feeds from '@service/reputation-server/news/feeds/feed-store.ts'
import type { SentimentSeries } from '@service/reputation-server/news/read/read-sentiment.ts'
import { type InTheNews, newCompanyInTheNews, newSubject } from '@service/reputation-testing/news.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

describe.each(featureEngines)('feeds on $name', (engine) => {
  const service = useService(engine)
  let site: Server
  let url: string
  let items: string[]
  let siteResponse: { status: number; headers: Record<string, string>; body?: string }
  let asked: IncomingHttpHeaders[]
  beforeEach(async () => {
    items = []
    asked = []
    siteResponse = { status: 200, headers: { 'Content-Type': 'application/rss+xml', ETag: '"one"' } }
    site = createServer((request, response) => {
      asked.push(request.headers)
      const { ETag: tag } = siteResponse.headers
      const isKnown = tag !== undefined && request.headers['if-none-match'] === tag
      response
        .writeHead(isKnown ? 304 : siteResponse.status, siteResponse.headers)
        .end(isKnown ? '' : (siteResponse.body ?? rss(items)))
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/feed`
  })
  afterEach(() => new Promise((resolve) => site.close(resolve)))

  const rss = (titles: readonly string[]) => `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>
    <link>http://news.example.org/</link>${titles.map(
      (title, index) => `<item><title>${title}</title><link>http://news.example.org/${encodeURIComponent(title)}</link>
        <guid>item-${index}-${title}</guid><pubDate>${new Date().toUTCString()}</pubDate></item>`,
    )}</channel></rss>`
  const add = (companyId?: string) => makeAddFeed(service.administration)(by, { url, companyId })
  const db = () => service.administration.db
  const read = async (id: string) => (await feeds.list(db().connection, undefined)).find((feed) => feed.id === id)!
  const pollAgain = async (id: string) => {
    const before = (await read(id)).polledAt
    await db().transaction((tx) => feeds.makeDue(tx, id, new Date()))
    await expect.poll(async () => (await read(id)).polledAt).not.toEqual(before)
  }
  const articlesToday = async (company: InTheNews) => {
    const { body } = await company.get<SentimentSeries>('/api/v1/sentiment', { days: '2' })
    return body.days.reduce((sum, { articleCount }) => sum + articleCount, 0)
  }

  test('a feed that is added shows its articles in the figures, each once, also new ones at the next poll', async () => {
    const company = await newCompanyInTheNews(service)
    items = [`${company.name} opens a plant`, `${company.name} hires a cook`]
    const { id } = await add()
    await expect.poll(() => articlesToday(company)).toBe(2)
    expect(await read(id)).toMatchObject({ outcome: 'read, 2 new', enabled: true })

    await pollAgain(id)
    expect(asked.at(-1)).toMatchObject({ 'if-none-match': '"one"' })
    expect((await read(id)).outcome).toBe('unchanged')

    items = [...items, `${company.name} wins a prize`]
    siteResponse.headers.ETag = '"two"'
    await pollAgain(id)
    await expect.poll(() => articlesToday(company)).toBe(3)
  })

  test("a company's own feed counts for that company only", async () => {
    const subject = await newSubject(service)
    const [mine, theirs] = [
      await newCompanyInTheNews(service, { subject }),
      await newCompanyInTheNews(service, { subject }),
    ]
    items = [`${subject.name} opens a plant`]
    await add(mine.companyId)
    await expect.poll(() => articlesToday(mine)).toBe(1)
    expect(await articlesToday(theirs)).toBe(0)
  })

  test.each([
    ['a page', { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<html><body>no feed</body></html>' }],
    ['nothing', { status: 200, headers: {}, body: '' }],
    ['an error', { status: 500, headers: {}, body: 'broken' }],
    ['a way to where nobody may go', { status: 302, headers: { Location: 'http://169.254.169.254/latest/' } }],
  ])('%s is reported as the fault of the feed, and it is polled again later', async (_what, wrong) => {
    siteResponse = wrong as unknown as typeof siteResponse
    const { id } = await add()
    await expect.poll(async () => (await read(id)).polledAt).toBeDefined()
    const feed = await read(id)
    expect(feed.outcome).toMatch(/^[a-z-]+$/)
    expect(feed.reason).toMatch(/\w/)
    expect(feed.state.failures).toBe(1)
    expect(feed.nextPollAt.getTime()).toBeGreaterThan(Date.now() + 60_000)
  })

  test('a feed that is gone is not polled until it is enabled again', async () => {
    siteResponse = { status: 410, headers: {}, body: '' }
    const { id } = await add()
    await expect.poll(async () => (await read(id)).enabled).toBe(false)
    siteResponse = { status: 200, headers: {}, body: rss(['Somebody is back']) }
    await pollAgain(id)
    expect(await read(id)).toMatchObject({ enabled: true, outcome: 'read, 1 new' })
  })

  test.each([
    'ftp://example.org/feed',
    'feed',
    'http://ann:secret@example.org/',
    `http://example.org/${'x'.repeat(2_000)}`,
  ])('%s is refused as the address of a feed', async (given) => {
    await expect(makeAddFeed(service.administration)(by, { url: given })).rejects.toMatchObject({
      code: 'invalid-request',
    })
  })

  test('the same feed is polled once', async () => {
    await add()
    await expect(add()).rejects.toMatchObject({ code: 'conflict' })
  })
})
