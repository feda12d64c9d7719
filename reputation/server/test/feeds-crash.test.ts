/** A feed, and pages of its articles, while the service is killed. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openDatabase } from '@service/foundation/database/open-database.ts'
import { dayMs } from '@service/foundation/duration.ts'
import { byTester as by } from '@service/foundation-testing/acts.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import type { TestEnvironment } from '@service/foundation-testing/test-environment.ts'
import { makeAddFeed } from '@service/reputation-server/news/feeds/add-feed.ts'
import * as feeds from '@service/reputation-server/news/feeds/feed-store.ts'
import * as pages from '@service/reputation-server/news/queue/pages-due-store.ts'
import type { SentimentSeries } from '@service/reputation-server/news/read/read-sentiment.ts'
import { clientOf } from '@service/reputation-testing/client.ts'
import { newCompanyInTheNews } from '@service/reputation-testing/news.ts'
import { newTestEnvironment, runService } from '@service/reputation-testing/running-service.ts'
import { startProcess } from '@service/reputation-testing/service-process.ts'
import { describe, expect, test } from 'vitest'
import { figuresDue } from '../src/news/queue/figures-due-store.ts'
import { subjectDaysDue } from '../src/news/queue/subject-days-due-store.ts'

const items = 1_500

/** As time does, where other processes share the database: the leases of the dead one run out. */
async function endLeases({ settings }: TestEnvironment): Promise<void> {
  const url = settings.REPUTATION_DATABASE_URL
  if (!url) return // the next process knows that those of an embedded database are of a dead one
  const db = await openDatabase({ url, folder: '' })
  for (const store of [feeds, pages]) await store.endLeases(db.connection)
  for (const queue of [subjectDaysDue, figuresDue]) await queue.endAll(db.connection)
  await db.close()
}

describe.each(databaseEngines)('a service on $name that is killed', (engine) => {
  test('during a poll, and while pages are fetched, stores each article once', { timeout: 240_000 }, async () => {
    const environment = await newTestEnvironment(engine)
    // Nobody polls yet.
    const service = await runService(engine, { environment, settings: { REPUTATION_ROLES: 'api' } })
    const company = await newCompanyInTheNews(service)
    let polls = 0
    let isKilled = false
    const site = createServer((request, response) => {
      if (request.url === '/feed') {
        polls++
        response.end(rss())
      } else if (isKilled) {
        const words = `<p>${company.name} was praised by analysts, who had expected no less of the sector this year.</p>`
        response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<article>${words.repeat(5)}</article>`)
      } // else it hangs until the kill
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    const item = (title: string, path: string, at: number) =>
      `<item><title>${title}</title><link>${origin}/${path}</link><pubDate>${new Date(at).toUTCString()}</pubDate></item>`
    const rss = () =>
      `<rss version="2.0"><channel><title>News</title>${item('Widgets are the talk of the town', 'page', Date.now())}${Array.from(
        { length: items },
        (_, index) => item(`${company.name} item ${index}`, `old/${index}`, Date.now() - 9 * dayMs + index),
      ).join('')}</channel></rss>`
    const countOf = async () => {
      const client = clientOf(running.baseUrl, company.secret)
      const { body } = await client.get<SentimentSeries>('/api/v1/sentiment', { days: '20' })
      return body.days.reduce((sum, { articleCount }) => sum + articleCount, 0)
    }
    await makeAddFeed(service.administration)(by, { url: `${origin}/feed`, fetchText: true })
    await service.stop()

    let running = await startProcess(environment)
    await expect.poll(countOf, { interval: 20, timeout: 60_000 }).toBeGreaterThan(0)
    await running.kill()
    isKilled = true
    site.closeAllConnections()

    await endLeases(environment)
    running = await startProcess(environment)
    // One more is found on the page.
    await expect.poll(countOf, { timeout: 120_000 }).toBe(items + 1)
    expect(polls).toBeGreaterThan(0)
    await running.kill()
    await new Promise((resolve) => site.close(resolve))
    await environment.remove()
  })
})
