import { pruneData } from '@service/foundation/erasure/prune-data.ts'
import { byTester as by } from '@service/foundation-testing/acts.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { platform } from '@service/reputation-domain/articles/owner.ts'
import { dayMs, dayOf } from '@service/reputation-domain/series/model/day.ts'
import { aPipeline, type TestPipeline } from '@service/reputation-testing/pipeline.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeReadSentiment } from '../read/read-sentiment.ts'
import { newsPruners } from './pruners.ts'

const keptMs = 500 * dayMs

describe.each(databaseEngines)('pruning news on $name', (engine) => {
  let pipeline: TestPipeline
  beforeAll(async () => {
    pipeline = await aPipeline(engine, undefined, keptMs)
  })
  afterAll(() => pipeline.close())

  const daysAgo = (days: number) => new Date(pipeline.now().getTime() - days * dayMs)
  const prune = (before = new Date(pipeline.now().getTime() - keptMs)) =>
    pruneData(pipeline.db, newsPruners({ keptMs, now: pipeline.now }), () => before)
  const rowsOf = async (table: string) =>
    (await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(pipeline.db.connection)).rows
  const everything = async () =>
    Object.fromEntries(
      await Promise.all(
        ['articles', 'mentions', 'article_keys', 'article_days', 'subject_days', 'sentiment_days', 'score_days'].map(
          async (table) => [table, await rowsOf(table)] as const,
        ),
      ),
    )
  const sentiment = async (companyId: string) => {
    const to = dayOf(pipeline.now().getTime())
    return (await makeReadSentiment(pipeline)(companyId, { from: to - 364, to })).days
  }
  const dated = (title: string, days: number) => ({
    title,
    url: `https://news.example.org/${encodeURIComponent(title)}`,
    published: daysAgo(days).getTime(),
  })

  test('removes everything past its age, and leaves the queryable year unchanged', async () => {
    const company = await pipeline.aFollower(await pipeline.aSubject('Prunewell'))
    const young = [dated('Prunewell sued over deadly fire', 364), dated('Prunewell posts record profit', 1)]
    await pipeline.bringClaims(young)
    await pipeline.settle()
    const [before, year] = [await everything(), await sentiment(company)]
    pipeline.pass(-30 * dayMs) // when these were young enough to be taken in
    const old = [dated('Prunewell recalls toasters', 495), dated('Prunewell opens a plant', 480)]
    expect(await pipeline.bringClaims(old)).toEqual(['created', 'created'])
    pipeline.pass(30 * dayMs)
    await pipeline.settle()
    expect((await rowsOf('mentions')).length).toBe(4)

    expect(await prune()).toMatchObject({ articles: 2, 'sentiment days': 2 })
    await pipeline.settle()
    expect(await everything()).toEqual(before)
    expect(await sentiment(company)).toEqual(year)
    expect(await prune()).toMatchObject({ articles: 0, 'sums of days': 0, 'score days': 0 })
    expect(await pipeline.bringClaims(old)).toEqual(['expired', 'expired'])
    expect(await everything()).toEqual(before)

    await sql`update subjects set searched_as = null`.execute(pipeline.db.connection)
    await pipeline.settle()
    expect(await sentiment(company)).toEqual(year)
  })

  test('an article without a date does not come back', async () => {
    const claims = [{ title: 'Undated words on Prunewell', url: 'https://news.example.org/undated' }]
    pipeline.pass(-keptMs - 2 * dayMs)
    expect(await pipeline.bringClaims(claims)).toEqual(['created'])
    pipeline.pass(keptMs + 2 * dayMs)
    expect(await prune()).toMatchObject({ articles: 1 })
    expect(await pipeline.bringClaims(claims)).toEqual(['expired'])
  })

  test('no configured age removes anything of the queryable year', async () => {
    const before = await everything()
    expect(await prune(pipeline.now())).toMatchObject({ articles: 0, alerts: 0 })
    expect(await everything()).toEqual(before)
  })

  test('a company without own articles any more sees the common figures', async () => {
    const subject = await pipeline.aSubject('Lonelyworks')
    const company = await pipeline.aFollower(subject)
    await pipeline.bringClaims([dated('Lonelyworks opens a plant', 450)], company)
    await pipeline.bringClaims([dated('Lonelyworks posts record profit', 3)], platform)
    await pipeline.settle()
    pipeline.pass(60 * dayMs)
    await pipeline.settle()
    expect(await prune()).toMatchObject({ articles: 1 })
    await pipeline.bringClaims([dated('Lonelyworks sued over deadly fire', 2)], platform)
    await pipeline.settle()
    expect((await sentiment(company)).filter(({ articleCount }) => articleCount > 0)).toHaveLength(2)
    await pipeline.follow(by, company, subject, undefined)
  })
})
