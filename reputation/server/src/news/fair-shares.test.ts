/** Fair shares: what waits for whom, and what becomes of work under way when the process ends. */
import { randomBytes } from 'node:crypto'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { makeMetrics } from '@service/foundation/metrics/metrics.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { databaseEngines, runsWhole } from '@service/foundation-testing/database/database-engines.ts'
import { aPipeline, type TestPipeline } from '@service/reputation-testing/pipeline.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { makeStartImport } from './imports/start-import.ts'
import { workImport } from './imports/work-import.ts'
import { addNewsDelayMetric, newsReadiness } from './news-delay.ts'
import { openPipeline } from './pipeline.ts'
import { makePipelineMetrics } from './pipeline-metrics.ts'
import { charge } from './queue/debts-store.ts'
import { figuresDue, markFiguresDue } from './queue/figures-due-store.ts'

const metrics = () => makePipelineMetrics(makeMetrics('test_'))
const log = makeLogger({ level: 'silent', form: 'json' })

describe.each(databaseEngines)('shares on $name', (engine) => {
  let pipeline: TestPipeline
  afterEach(() => pipeline.close())
  const anId = () => makeNewId({ now: pipeline.now, randomBytes })
  const alertsOf = async (companyId: string): Promise<number> => {
    const { rows } = await sql`select from alerts where company_id = ${companyId}`.execute(pipeline.db.connection)
    return rows.length
  }

  test('come first to the company for which least was done of late', async () => {
    pipeline = await aPipeline(engine)
    const [busy, calm, idle] = [
      await pipeline.newCompany(),
      await pipeline.newCompany(),
      await pipeline.newCompany(),
    ] as const
    const { connection } = pipeline.db
    await markFiguresDue(connection, [busy, calm, idle], '2026-11-20', pipeline.now())
    await charge(connection, busy, 1_000, pipeline.now())
    await charge(connection, calm, 100, pipeline.now())
    const take = async (whose?: 'without-debt') => {
      const id = anId()('lease')
      const lease = { id, now: pipeline.now(), until: new Date(pipeline.now().getTime() + 300_000) }
      return (await figuresDue.take(connection, lease, whose))?.companyId
    }
    expect(await take('without-debt')).toBe(idle)
    expect(await take('without-debt')).toBeUndefined()
    expect(await take()).toBe(calm)
    pipeline.pass(60_000) // no debt lasts longer
    expect(await take('without-debt')).toBe(busy)
  })

  if (!runsWhole(engine)) return // the rest takes minutes on the slower engine

  test('a large import is put aside for one of another company, and goes on', async () => {
    pipeline = await aPipeline(engine)
    const [large, small] = [await pipeline.newCompany(), await pipeline.newCompany()]
    const now = () => {
      pipeline.pass(10) // work takes time
      return pipeline.now()
    }
    const deps = { db: pipeline.db, now, newId: anId() }
    const startImport = makeStartImport(deps)
    const send = (companyId: string, count: number) =>
      startImport(companyId, { rows: rowsOf(companyId, count, now()), rejectedCount: 0, rejected: [] })
    const doneOf = async () => {
      const { rows } = await sql<{ companyId: string; doneCount: number }>`
        select company_id, done_count from article_imports`.execute(pipeline.db.connection)
      return Object.fromEntries(rows.map(({ companyId, doneCount }) => [companyId, doneCount]))
    }
    await send(large, 1_200)
    await send(small, 1)
    const work = () => workImport({ ...deps, takeIn: pipeline.takeIn }, new AbortController().signal)
    await work()
    expect(await doneOf()).toEqual({ [large]: 500, [small]: 0 })
    await work()
    expect(await doneOf()).toEqual({ [large]: 500, [small]: 1 })
    await work()
    expect(await doneOf()).toEqual({ [large]: 1_200, [small]: 1 })
    expect(await work()).toBe(false)
  })

  test('an article is at its alert before the many of another company are done', async () => {
    pipeline = await aPipeline(engine)
    const large = await pipeline.aFollower(await pipeline.aSubject('Acmerick'))
    const small = await pipeline.aFollower(await pipeline.aSubject('Betadyne'))
    await pipeline.searchStored()
    await pipeline.bringClaims(resembling('Acmerick', 4_000, pipeline.now()), large)
    const running = await openPipeline({ ...pipeline, newId: anId(), log, metrics: metrics() })
    await expect.poll(() => isUnderWay(pipeline, large), { interval: 5, timeout: 20_000 }).toBe(true)
    await pipeline.bringClaims(resembling('Betadyne', 1, pipeline.now()), small)
    await expect.poll(() => alertsOf(small), { interval: 5, timeout: 20_000 }).toBe(1)
    expect(await alertsOf(large)).toBe(0)
    await running.close()
  })

  test('work under way is given up when the process ends, and done by the next', async () => {
    pipeline = await aPipeline(engine)
    const company = await pipeline.aFollower(await pipeline.aSubject('Acmerick'))
    await pipeline.searchStored()
    await pipeline.bringClaims(resembling('Acmerick', 4_000, pipeline.now()), company)
    const first = await openPipeline({ ...pipeline, newId: anId(), log, metrics: metrics() })
    await expect.poll(() => isUnderWay(pipeline, company), { interval: 5, timeout: 20_000 }).toBe(true)
    await first.close()
    expect(await isUnderWay(pipeline, company)).toBe(false)
    expect(await alertsOf(company)).toBe(0)
    const next = await openPipeline({ ...pipeline, newId: anId(), log, metrics: metrics() })
    await expect.poll(() => alertsOf(company), { timeout: 30_000 }).toBeGreaterThan(3_000)
    await next.close()
  })
})

describe.each(databaseEngines)('the age of the oldest work on $name', (engine) => {
  test('is reported by readiness and a metric, and is none once all is done', async () => {
    const pipeline = await aPipeline(engine)
    const { db } = pipeline
    const figure = makeMetrics('test_')
    addNewsDelayMetric(figure, db)
    // Time goes on meanwhile: what is reported is compared to a quarter of a minute.
    const roughly = (seconds: number) => Math.round(seconds / 15) * 15
    const reported = async () => {
      const { waiting, ...check } = await newsReadiness(db)()
      const measured = Number(/oldest_waiting_seconds (\d+)/.exec(await figure.text())?.[1])
      return [check.ready, check.note !== undefined, roughly(waiting!), roughly(measured)]
    }
    const hasWaited = (seconds: number) =>
      sql`update touched_subjects set waiting_since = now() - ${seconds} * interval '1 second'`.execute(db.connection)
    await pipeline.aFollower(await pipeline.aSubject('Acmerick'))
    await pipeline.settle()
    expect(await reported()).toEqual([true, false, 0, 0])

    await pipeline.bring(['Acmerick opens a new plant in Ohio'])
    await hasWaited(90)
    expect(await reported()).toEqual([true, false, 90, 90])
    await hasWaited(900)
    expect(await reported()).toEqual([true, true, 900, 900])
    await pipeline.settle()
    expect(await reported()).toEqual([true, false, 0, 0])
    await pipeline.close()
  })
})

async function isUnderWay({ db, now }: TestPipeline, companyId: string): Promise<boolean> {
  const { rows } = await sql`
    select from subject_days_due where viewer = ${companyId} and leased_until > ${now()}
    union all select from figures_due where company_id = ${companyId} and leased_until > ${now()}`.execute(
    db.connection,
  )
  return rows.length > 0
}

const rowsOf = (name: string, count: number, at: Date) =>
  Array.from({ length: count }, (_, i) => ({ guid: `${name}-${i}`, title: `Item ${i}`, published: at.getTime() }))

/** In the midst of titles what many have in common; their ends are their own. */
const resembling = (name: string, count: number, at: Date) =>
  Array.from({ length: count }, (_, i) => ({
    title: `reporter${i} sued ${name} over deadly fraud case${i}`,
    url: `https://news.example.org/${name}/${i}`,
    published: at.getTime() - 60_000,
  }))
