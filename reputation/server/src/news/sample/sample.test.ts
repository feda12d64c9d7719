import { randomBytes } from 'node:crypto'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { dayMs, dayOf, isoDay } from '@service/reputation-domain/series/model/day.ts'
import { aPipeline } from '@service/reputation-testing/pipeline.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeListAlerts } from '../read/list-alerts.ts'
import { makeReadReputation } from '../read/read-reputation.ts'
import { startNewsSample } from './sample.ts'
import { readNewsSample } from './sample-file.ts'
import { makeSendSampleEvents } from './send-sample-events.ts'

const log = makeLogger({ level: 'silent', form: 'json' })

// One engine will do: what the sample does beyond taking articles in is plain SQL.
test('the sample always ends today, is loaded once, and announces nothing', async () => {
  const pipeline = await aPipeline(fastestEngine)
  const { articles: all, lastDay } = await readNewsSample()
  const company = await pipeline.newCompany()
  const stored = async () => {
    const { rows } = await sql<{ count: number; last: Date }>`
      select count(*)::int, max(published_at) as last from articles where sample`.execute(pipeline.db.connection)
    return rows[0]!
  }
  const isTakenIn = async () => {
    const { rows } = await sql<{ until: Date | null }>`
      select taken_in_until as until from news_sample`.execute(pipeline.db.connection)
    const shiftMs = (dayOf(pipeline.now().getTime()) - dayOf(Date.parse(lastDay))) * dayMs
    const due = all.filter(([seconds]) => seconds * 1_000 + shiftMs <= pipeline.now().getTime())
    return rows[0]?.until?.getTime() === due.at(-1)![0] * 1_000
  }
  const start = async () => {
    const sample = startNewsSample({ ...pipeline, pipeline, log }, company)
    await expect.poll(isTakenIn, { timeout: 170_000 }).toBe(true)
    await sample.close()
    await pipeline.settle()
  }

  await start()
  const first = await stored()
  expect(first.count).toBeGreaterThan(8_000)
  expect(isoDay(dayOf(first.last.getTime()))).toBe(isoDay(dayOf(pipeline.now().getTime())))
  const score = await makeReadReputation(pipeline)(company)
  expect(score.figures.sample).toBe(true)
  expect(score.reputation.date).toBe('2026-11-20')
  const { alerts } = await makeListAlerts(pipeline)(company, {}, 200)
  expect(alerts.length).toBeGreaterThan(10)
  for (const alert of alerts) {
    expect(alert.sample).toBe(true)
    expect(alert.originalPublishedAt?.getUTCFullYear()).toBe(2014)
    // Days are moved, hours are not: both times are of one article.
    expect(alert.originalPublishedAt!.getTime() % dayMs).toBe(alert.publishedAt.getTime() % dayMs)
  }

  pipeline.pass(3 * dayMs)
  await start()
  const later = await stored()
  // What is dated later than noon came in at neither start.
  expect(later.count).toBe(first.count)
  expect(later.last.getTime()).toBe(first.last.getTime() + 3 * dayMs)
  const shifted = await makeReadReputation(pipeline)(company)
  expect(shifted.reputation.history.map(({ score }) => score)).toEqual(
    score.reputation.history.map(({ score }) => score),
  )
  const eventsOf = async () => {
    const { rows } = await sql<{ kind: string; data: Record<string, unknown> }>`
      select kind, data::jsonb as data from events order by kind`.execute(pipeline.db.connection)
    return rows
  }
  expect(await eventsOf()).toEqual([])

  // What it would have announced last is sent when somebody asks for it.
  const send = makeSendSampleEvents({ ...pipeline, db: pipeline.db, newId: makeNewId({ ...pipeline, randomBytes }) })
  const by = { actor: 'system', requestId: null } as const
  const db = pipeline.db.connection
  await sql`
    insert into touched_subjects (owner, subject_id, day) values ('', 'sub_sample_x', '2026-11-20')`.execute(db)
  await expect(send(by, company)).rejects.toThrow(/still being loaded/)
  await pipeline.settle()
  await sql`update news_sample set taken_in_until = taken_in_until - interval '1 day'`.execute(db)
  await expect(send(by, company)).rejects.toThrow(/still being loaded/)
  await sql`update news_sample set taken_in_until = taken_in_until + interval '1 day'`.execute(db)
  const sent = await send(by, company)
  expect(sent.map(({ event }) => event).sort()).toEqual(['alert.critical', 'alert.high', 'reputation.drop'])
  const events = await eventsOf()
  expect(events.map(({ kind }) => kind)).toEqual(['alert.critical', 'alert.high', 'reputation.drop'])
  expect(events[0]!.data).toMatchObject({ severity: 'critical', company: { id: company } })
  expect(Object.keys(events[2]!.data).sort()).toEqual(['company', 'currentScore', 'delta', 'previousScore'])
  expect(events[2]!.data.delta).toBeLessThanOrEqual(-5)
  await sql`update webhooks set enabled = false`.execute(pipeline.db.connection)
  await expect(send(by, company)).rejects.toThrow(/no webhook/)
  await expect(send(by, await pipeline.newCompany())).rejects.toThrow(/no news of the sample/)
  await pipeline.close()
})

test('another sample of a release replaces the one before, and who follows his own choice keeps it', async () => {
  const pipeline = await aPipeline(fastestEngine)
  const whole = await readNewsSample()
  const { own } = whole
  const sampleRead = { ...whole, articles: whole.articles.slice(-1_500, -500) } // what comes and goes needs no more
  const company = await pipeline.newCompany()
  const db = pipeline.db.connection
  const isTakenIn = async () => {
    const { rows } = await sql<{ until: Date | null }>`select taken_in_until as until from news_sample`.execute(db)
    return rows[0]?.until?.getTime() === sampleRead.articles.at(-1)![0] * 1_000
  }
  const start = async () => {
    const sample = startNewsSample({ ...pipeline, pipeline, log }, company, async () => sampleRead)
    await expect.poll(isTakenIn).toBe(true)
    await sample.close()
  }
  const ownSubject = async () => {
    const { rows } = await sql<{ id: string }>`
      select subject_id as id from company_subjects where company_id = ${company} and role = 'own'`.execute(db)
    return rows[0]?.id
  }
  await start()
  const fresh = await ownSubject()
  expect(fresh).toBe(`sub_sample_${own}`)

  // As the release before left it: another company, and an article that is no longer part of the sample.
  await sql`update news_sample set edition = null`.execute(db)
  await sql`update articles set title = 'Sony of before', id = 'art_before' where id = (
    select id from articles where sample limit 1)`.execute(db)
  await pipeline.follow({ actor: 'system', requestId: null }, company, fresh!, undefined)
  await pipeline.follow({ actor: 'system', requestId: null }, company, 'sub_sample_sony', 'own')
  await start()
  expect(await ownSubject()).toBe(fresh)
  const { rows } = await sql`select from articles where id = 'art_before'`.execute(db)
  expect(rows).toEqual([])

  const chosen = await pipeline.aSubject('Acme')
  await sql`update news_sample set edition = null`.execute(db)
  await pipeline.follow({ actor: 'system', requestId: null }, company, fresh!, undefined)
  await pipeline.follow({ actor: 'system', requestId: null }, company, chosen, 'own')
  await start()
  expect(await ownSubject()).toBe(chosen)
  await pipeline.close()
})
