/** The text of articles from their pages, from the feed's poll to what the endpoints say, through the whole service. */

import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { byTester as by } from '@service/foundation-testing/acts.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { makeAddFeed } from '@service/reputation-server/news/feeds/add-feed.ts'
import * as feeds from '@service/reputation-server/news/feeds/feed-store.ts'
import * as pages from '@service/reputation-server/news/queue/pages-due-store.ts'
import type { SentimentSeries } from '@service/reputation-server/news/read/read-sentiment.ts'
import { type InTheNews, newCompanyInTheNews, settled } from '@service/reputation-testing/news.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

describe.each(featureEngines)('pages of articles on $name', (engine) => {
  const service = useService(engine)
  let site: Server
  let origin: string
  let titles: string[]
  let publishedAt: Date
  let respondWithPage: (path: string, response: ServerResponse) => void
  let asked: string[]
  beforeEach(async () => {
    titles = []
    asked = []
    publishedAt = new Date()
    site = createServer((request, response) => {
      if (request.url!.startsWith('/feed')) return response.end(rss())
      asked.push(request.url!)
      return respondWithPage(request.url!, response)
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  })
  afterEach(() => new Promise((resolve) => site.close(resolve)))

  const rss = () =>
    `<rss version="2.0"><channel><title>News</title>${titles.map(
      (title, index) => `<item><title>${title}</title><link>${origin}/page-${index}-of-${titles.length}</link>
      <guid>${origin} ${title}</guid><pubDate>${publishedAt.toUTCString()}</pubDate></item>`,
    )}</channel></rss>`
  const page = (lead: string) =>
    `<html><head><title>x</title></head><body><nav>Home</nav><article><p>${lead}</p>${'<p>Analysts said on Monday that they had expected no less of the whole sector this year.</p>'.repeat(6)}</article></body></html>`
  const sent = (lead: string) => (_path: string, response: ServerResponse) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(page(lead))
  const add = () => makeAddFeed(service.administration)(by, { url: `${origin}/feed`, fetchText: true })
  const db = () => service.administration.db.connection
  const articlesToday = async (company: InTheNews) => {
    const { body } = await company.get<SentimentSeries>('/api/v1/sentiment', { days: '2' })
    return body.days.reduce((sum, { articleCount }) => sum + articleCount, 0)
  }
  const pollAgain = async (id: string) => {
    const polledAt = async () => (await feeds.list(db(), undefined)).find((feed) => feed.id === id)!.polledAt
    const before = await polledAt()
    await service.administration.db.transaction((tx) => feeds.makeDue(tx, id, new Date()))
    await expect.poll(polledAt, { timeout: 10_000 }).not.toEqual(before)
  }
  const nothingDue = () => expect.poll(() => pages.nextDueAt(db()), { timeout: 20_000 }).toBeUndefined()

  test('a company that the page names is found, and a later version of the article keeps it', async () => {
    const company = await newCompanyInTheNews(service)
    titles = ['Widgets are recalled in three states']
    respondWithPage = (path, response) => {
      if (path === '/page-0-of-1') response.writeHead(302, { Location: '/moved' }).end()
      else sent(`${company.name} was sued over deadly fires.`)(path, response)
    }
    const feed = await add()
    await expect.poll(() => articlesToday(company), { timeout: 20_000 }).toBe(1)
    await nothingDue()
    expect(asked).toEqual(['/page-0-of-1', '/moved'])
    titles = ['Widgets are recalled in four states']
    publishedAt = new Date(publishedAt.getTime() + 60_000)
    await pollAgain(feed.id)
    await settled(service)
    expect(await articlesToday(company)).toBe(1)
    expect(
      (await sql<{ pageText: string }>`select page_text from articles where page_text is not null`.execute(db()))
        .rows[0]!.pageText,
    ).toMatch(new RegExp(`^${company.name} was sued`))
  })

  test.each([
    ['is not there', (_path: string, response: ServerResponse) => response.writeHead(404).end()],
    [
      'is no page',
      (_path: string, response: ServerResponse) => response.writeHead(200, { 'Content-Type': 'image/png' }).end('x'),
    ],
    [
      'leads inside the network',
      (_path: string, response: ServerResponse) =>
        response.writeHead(302, { Location: 'http://169.254.169.254/' }).end(),
    ],
    [
      'is too large',
      (_path: string, response: ServerResponse) =>
        response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>x'.repeat(700_000)),
    ],
    [
      'is nested without end',
      (_path: string, response: ServerResponse) =>
        response.writeHead(200, { 'Content-Type': 'text/html' }).end('<div>'.repeat(300_000)),
    ],
    [
      'leads in a circle',
      (path: string, response: ServerResponse) => response.writeHead(302, { Location: path }).end(),
    ],
  ])('a page that %s leaves its article as it was', async (what, respond) => {
    const company = await newCompanyInTheNews(service)
    titles = [`${company.name} opens a plant that ${what}`]
    respondWithPage = respond
    await add()
    await expect.poll(() => asked.length, { timeout: 20_000 }).toBeGreaterThan(0)
    await nothingDue()
    await settled(service)
    expect(await articlesToday(company)).toBe(1)
  })

  test('a site that fails is asked again later, but not for old articles', async () => {
    const company = await newCompanyInTheNews(service)
    titles = [`${company.name} hires a cook`]
    respondWithPage = (_path, response) => response.writeHead(503).end()
    await add()
    const tries = async () => (await sql<{ tries: number }>`select tries from article_pages_due`.execute(db())).rows
    await expect.poll(tries, { timeout: 20_000 }).toEqual([{ tries: 1 }])
    expect((await pages.nextDueAt(db()))!.getTime()).toBeGreaterThan(Date.now() + 5 * 60_000)
    await sql`delete from article_pages_due`.execute(db())

    asked = []
    titles = [`${company.name} opens a museum`, `${company.name} was founded long ago`]
    publishedAt = new Date(Date.now() - 8 * 86_400_000)
    const old = await makeAddFeed(service.administration)(by, { url: `${origin}/feed?old`, fetchText: true })
    await pollAgain(old.id)
    await settled(service)
    expect(await articlesToday(company)).toBe(1)
    expect([asked, await pages.nextDueAt(db())]).toEqual([[], undefined])
  })
})
