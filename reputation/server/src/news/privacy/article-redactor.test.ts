import { makeErasePerson } from '@service/foundation/erasure/erase-person.ts'
import type { Lease } from '@service/foundation/jobs/lease.ts'
import { byTester as by } from '@service/foundation-testing/acts.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { platform } from '@service/reputation-domain/articles/owner.ts'
import { aPipeline, type TestPipeline } from '@service/reputation-testing/pipeline.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as imports from '../imports/import-store.ts'
import { makeStartImport, unpackRows } from '../imports/start-import.ts'
import { workImport } from '../imports/work-import.ts'
import { makeListAlerts } from '../read/list-alerts.ts'
import { makeReadReputation } from '../read/read-reputation.ts'
import { completionRedactor } from '../visibility/completion-redactor.ts'
import * as completions from '../visibility/completion-store.ts'
import { articleRedactor } from './article-redactor.ts'
import { importRedactor } from './import-redactor.ts'

const person = { name: 'Jane Q. Roe' }

describe.each(databaseEngines)('erasing a person from the news on $name', (engine) => {
  let pipeline: TestPipeline
  let count = 0
  const newId = (prefix: string) => `${prefix}_r${++count}`
  beforeAll(async () => {
    pipeline = await aPipeline(engine)
  })
  afterAll(() => pipeline.close())

  const eraser = () =>
    makeErasePerson({ ...pipeline, newId, redactors: [articleRedactor, importRedactor, completionRedactor] })
  const everywhere = async () => {
    const tables = ['articles', 'mentions', 'alerts', 'stories', 'company_figures', 'visibility_answers']
    const texts = await Promise.all(
      tables.map((table) =>
        sql<{ text: string }>`select row_to_json(t)::text as text from ${sql.table(table)} t`.execute(
          pipeline.db.connection,
        ),
      ),
    )
    return texts.flatMap(({ rows }) => rows.map(({ text }) => text)).join('\n')
  }
  const alertsOf = async (companyId: string) => (await makeListAlerts(pipeline)(companyId, {}, 200)).alerts

  test('removes the name and keeps the judgement; later versions and recomputing do not bring it back', async () => {
    const company = await pipeline.aFollower(await pipeline.aSubject('Erasewell'))
    const at = pipeline.now().getTime() - 3_600_000
    const title = 'Jane Q. Roe of Erasewell indicted for fraud, jane q.  roe denies'
    const claims = {
      title,
      url: 'https://news.example.org/jane-q-roe-indicted?x=1',
      text: 'Jane Q. Roe was …',
      published: at,
    }
    await pipeline.bringClaims([
      claims,
      { ...claims, title: 'Joann Roebuck praises Erasewell', url: 'https://b.example.org/2' },
    ])
    await pipeline.settle()
    const [before] = await alertsOf(company)
    expect(before).toMatchObject({ title, url: expect.stringContaining('jane-q-roe') })
    const value = async () => (await makeReadReputation(pipeline)(company)).reputation.value
    const score = await value()

    expect(await eraser().preview(undefined, person)).toMatchObject({ articles: { redacted: 2 } })
    expect(await everywhere()).toContain('Jane')
    expect(await eraser().erase(by, undefined, person)).toMatchObject({ articles: { redacted: 2, held: 0 } })
    const erased = {
      title: '[redacted] of Erasewell indicted for fraud, [redacted] denies',
      url: 'https://news.example.org/',
    }
    expect((await alertsOf(company))[0]).toEqual({ ...before, ...erased })
    expect(await everywhere()).not.toMatch(/jane/i)
    expect(await everywhere()).toContain('Joann Roebuck')

    await pipeline.settle()
    expect((await alertsOf(company))[0]).toEqual({ ...before, ...erased })
    expect(await value()).toBe(score)
    const { rows } = await sql<{ title: string; startAt: number; endAt: number }>`
      select title, start_at, end_at from mentions where role = 'subject'`.execute(pipeline.db.connection)
    expect(rows.map((row) => row.title.slice(row.startAt, row.endAt))).toEqual(rows.map(() => 'Erasewell'))

    pipeline.pass(60_000)
    expect(await pipeline.bringClaims([{ ...claims, title: `${title} again`, updated: at + 60_000 }])).toEqual([
      'unchanged',
    ])
    await sql`update subjects set searched_as = null`.execute(pipeline.db.connection)
    await pipeline.settle()
    expect(await everywhere()).not.toMatch(/jane/i)
    expect(await eraser().erase(by, undefined, person)).toMatchObject({ articles: { redacted: 0 } })
  })

  test('in one company changes only its own articles', async () => {
    const subject = await pipeline.aSubject('Ownnews')
    const [mine, other] = [await pipeline.aFollower(subject), await pipeline.aFollower(subject)]
    const titles = [
      'Ownnews sued over deadly factory fire that killed Jon Doeson',
      'Ownnews sued by Jon Doeson over deadly fire',
    ]
    await pipeline.bring([titles[0]!], { owner: mine })
    await pipeline.bring([titles[1]!], { owner: platform })
    await pipeline.settle()
    const report = await eraser().erase(by, mine, { name: 'Jon Doeson' })
    await pipeline.settle()
    expect(report).toMatchObject({ articles: { redacted: 1 } })
    const shown = async (id: string) => (await alertsOf(id)).map(({ title }) => title).sort()
    expect(await shown(other)).toEqual([titles[1]])
    expect(await shown(mine)).toEqual([titles[1], 'Ownnews sued over deadly factory fire that killed [redacted]'])
  })

  test('reaches queued rows, and takes them from the process that works on them', async () => {
    const row = { title: 'Ann Waitling joins Waitworks', published: pipeline.now().getTime() - 1_000 }
    const rows = [
      { ...row, url: 'https://a.example.org/news/ann-waitling-joins', guid: '1' },
      { ...row, title: 'Waitworks opens a plant', url: 'https://a.example.org/plant', guid: '2' },
    ]
    const { id } = await makeStartImport({ ...pipeline, newId })(undefined, { rows, rejectedCount: 0, rejected: [] })
    const until = new Date(pipeline.now().getTime() + 60_000)
    const [other, another] = ['other', 'another'].map((lease) => ({ id: lease, now: pipeline.now(), until })) as [
      Lease,
      Lease,
    ]
    await imports.take(pipeline.db.connection, other)
    expect(await eraser().erase(by, undefined, { name: 'Ann Waitling' })).toMatchObject({ imports: { redacted: 1 } })
    const progress = { done: 1, created: 1, updated: 0, unchanged: 0, expired: 0 }
    expect(await imports.advance(pipeline.db.connection, other, id, progress, until)).toBe(false)
    const leased = await imports.take(pipeline.db.connection, another)
    const lines = (await unpackRows(leased!.rows)).map((line) => JSON.parse(line))
    expect(lines).toEqual([{ ...rows[0], title: '[redacted] joins Waitworks', url: 'https://a.example.org/' }, rows[1]])
    await imports.release(pipeline.db.connection, another, id, pipeline.now())
    expect(await workImport({ ...pipeline, newId }, new AbortController().signal)).toBe(true)
    expect(await everywhere()).not.toContain('Waitling')
  })

  test('reaches completions of language models, and the same completion is not stored again', async () => {
    const completion = {
      companyId: undefined,
      sector: 'widgets',
      provider: 'p',
      model: 'm',
      prompt: 'Who leads?',
      askedAt: pipeline.now(),
      completion: 'Eve Modelled leads Erasewell.',
    }
    const insert = () =>
      pipeline.db.transaction((tx) => completions.insertAll(tx, [{ ...completion, id: newId('ans') }]))
    expect(await insert()).toBe(1)
    expect(await eraser().erase(by, undefined, { name: 'eve modelled' })).toMatchObject({
      'answers of language models': { redacted: 1 },
    })
    expect(await insert()).toBe(0)
    expect(await everywhere()).toContain('[redacted] leads Erasewell.')
  })
})
