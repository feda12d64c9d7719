/** An import of articles while the service is killed. */
import { openDatabase } from '@service/foundation/database/open-database.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import type { TestEnvironment } from '@service/foundation-testing/test-environment.ts'
import type { ImportResponse } from '@service/reputation-server/news/imports/import-response.ts'
import * as imports from '@service/reputation-server/news/imports/import-store.ts'
import { clientOf } from '@service/reputation-testing/client.ts'
import { articles, newCompanyInTheNews } from '@service/reputation-testing/news.ts'
import { newTestEnvironment, runService } from '@service/reputation-testing/running-service.ts'
import { startProcess } from '@service/reputation-testing/service-process.ts'
import { describe, expect, test } from 'vitest'
import { figuresDue } from '../src/news/queue/figures-due-store.ts'
import { subjectDaysDue } from '../src/news/queue/subject-days-due-store.ts'

const path = '/api/v1/articles'
type Sentiment = { days: { articleCount: number }[] }

/** As time does, where other processes share the database: the leases of the dead one run out. */
async function endLeases({ settings }: TestEnvironment): Promise<void> {
  const url = settings.REPUTATION_DATABASE_URL
  if (!url) return // the next process knows that those of an embedded database are of a dead one
  const db = await openDatabase({ url, folder: '' })
  await imports.endLeases(db.connection)
  for (const queue of [subjectDaysDue, figuresDue]) await queue.endAll(db.connection)
  await db.close()
}

describe.each(databaseEngines)('an import of articles on $name', (engine) => {
  test('that was accepted is finished after a kill, with each article once', async () => {
    const environment = await newTestEnvironment(engine)
    const service = await runService(engine, { environment })
    const owner = await newCompanyInTheNews(service)
    await service.stop()

    const titles = Array.from({ length: 2_000 }, (_, index) => `${owner.name} item ${index}`)
    let running = await startProcess(environment)
    let client = clientOf(running.baseUrl, owner.secret)
    const sent = client.send('POST', path, { articles: articles(titles) }).catch(() => undefined)
    const latest = async () => (await client.get<{ imports: ImportResponse[] }>(`${path}/imports`)).body.imports[0]
    await expect.poll(async () => (await latest())?.done ?? 0, { interval: 20 }).toBeGreaterThan(0)
    await running.kill()
    await sent

    await endLeases(environment)
    running = await startProcess(environment)
    client = clientOf(running.baseUrl, owner.secret)
    await expect.poll(async () => (await latest())?.status, { timeout: 180_000 }).toBe('done')
    expect(await latest()).toMatchObject({ accepted: 2_000, done: 2_000, created: 2_000, updated: 0, unchanged: 0 })
    const days = async () => (await client.get<Sentiment>('/api/v1/sentiment', { days: '10' })).body.days
    await expect
      .poll(async () => (await days()).reduce((sum, { articleCount }) => sum + articleCount, 0), { timeout: 60_000 })
      .toBe(2_000)
    await running.kill()
    await environment.remove()
  })
})
