import { randomBytes } from 'node:crypto'
import { hourMs } from '@service/foundation/duration.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { byTester as by } from '@service/foundation-testing/acts.ts'
import { databaseEngines, runsWhole } from '@service/foundation-testing/database/database-engines.ts'
import { type ModelServer, startModelServer } from '@service/reputation-testing/language-models/model-server.ts'
import { aPipeline, type TestPipeline } from '@service/reputation-testing/pipeline.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAskModel } from '../../language-models/language-models.ts'
import { makeReadReputation } from '../read/read-reputation.ts'
import { type AskSettings, askModels } from './ask-models.ts'
import * as completions from './completion-store.ts'
import { makeImportCompletions } from './import-completions.ts'
import { prompts } from './prompts.ts'
import { readCompletionRows } from './read-completion-rows.ts'
import { around } from './read-completions.ts'
import type { CompletionRow } from './stored-completion.ts'

const never = new AbortController().signal

describe.each(databaseEngines)('AI visibility on $name', (engine) => {
  let pipeline: TestPipeline
  let server: ModelServer
  let count = 0
  beforeAll(async () => {
    pipeline = await aPipeline(engine)
    server = await startModelServer()
  })
  afterAll(async () => {
    await server.close()
    await pipeline.close()
  })

  const deps = () => ({ db: pipeline.db, now: pipeline.now, newId: makeNewId({ now: pipeline.now, randomBytes }) })
  const importCompletions = (rows: readonly CompletionRow[], companyId?: string) =>
    makeImportCompletions(deps())(by, companyId, rows)
  const visibilityOf = async (companyId: string) =>
    (await makeReadReputation(pipeline)(companyId)).reputation.pillars.find(({ pillar }) => pillar === 'ai_visibility')!

  /** A company in the news, and a rival, in a sector of their own. */
  async function aSector() {
    const [name, rival] = [`Zorbulon${++count}x`, `Quandary${count}x`]
    const sector = `widgets ${count}`
    const [subject] = [await pipeline.aSubject(name, sector), await pipeline.aSubject(rival, sector)]
    const company = await pipeline.aFollower(subject)
    await pipeline.bring([`${name} opens a new plant in Ohio`])
    await pipeline.settle()
    return { name, rival, sector, subject, company }
  }
  const rowsOf = (sector: string, texts: readonly string[], daysAgo = 0): CompletionRow[] =>
    texts.map((completion, index) => ({
      sector,
      provider: 'theirs',
      model: 'm',
      prompt: prompts[0]!,
      completion,
      askedAt: new Date(pipeline.now().getTime() - daysAgo * 24 * hourMs - (index + 1) * 60_000),
    }))
  const times = (count: number, text: string) => Array.from({ length: count }, () => text)

  test('is unavailable with fewer than thirty completions', async () => {
    const { name, sector, company } = await aSector()
    expect(await visibilityOf(company)).toMatchObject({ status: 'unavailable', reason: 'no_provider_configured' })
    await importCompletions(rowsOf(sector, times(29, `${name} is widely trusted.`)))
    await pipeline.settle()
    expect(await visibilityOf(company)).toMatchObject({
      score: null,
      status: 'unavailable',
      reason: 'too_few_answers',
      sampleSize: 29,
    })
  })

  test('is measured from thirty completions, with the share that names the company and its interval', async () => {
    const { name, rival, sector, company } = await aSector()
    const texts = [
      ...times(15, `1. **${name}** – praised for excellent, reliable products.\n2. ${rival}: solid.`),
      ...times(15, `${rival} is the one to look at.`),
    ]
    expect(await importCompletions(rowsOf(sector, texts))).toBe(30)
    await pipeline.settle()
    const pillar = await visibilityOf(company)
    expect(pillar).toMatchObject({ status: 'ok', sampleSize: 30, presence: { share: 0.5 } })
    expect(pillar.presence!.low).toBeCloseTo(0.332, 2)
    expect(pillar.presence!.high).toBeCloseTo(0.668, 2)
    // 0.6 × presence (16/32) + 0.25 × share (15/45) + 0.15 × a tone that is good.
    expect(pillar.score).toBeGreaterThan(100 * (0.6 * 0.5 + 0.25 / 3 + 0.15 * 0.5))
    expect(pillar.score).toBeLessThanOrEqual(100 * (0.6 * 0.5 + 0.25 / 3 + 0.15))
    expect(pillar.contribution).toBeGreaterThan(0)
  })

  test('does not count completions older than thirty days, or of another sector', async () => {
    const { name, sector, company } = await aSector()
    await importCompletions(rowsOf(sector, times(40, `${name} is fine.`), 31))
    await importCompletions(rowsOf(`${sector} and more`, times(40, `${name} is fine.`)))
    await pipeline.settle()
    expect(await visibilityOf(company)).toMatchObject({ reason: 'too_few_answers', sampleSize: 0 })
  })

  test("does not count a company's own imports for others", async () => {
    const { name, sector, subject, company } = await aSector()
    const other = await pipeline.aFollower(subject)
    await importCompletions(rowsOf(sector.toUpperCase(), times(30, `${name} is fine.`)), company)
    await pipeline.settle()
    expect((await visibilityOf(company)).status).toBe('ok')
    expect(await visibilityOf(other)).toMatchObject({ status: 'unavailable', reason: 'no_provider_configured' })
  })

  test('stores a completion once that is imported twice', async () => {
    const { sector } = await aSector()
    const rows = rowsOf(sector, ['One.', 'Two.'])
    expect([await importCompletions(rows), await importCompletions(rows)]).toEqual([2, 0])
  })

  if (!runsWhole(engine)) return // the rest takes minutes on the slower engine

  describe('asked of a language model', () => {
    const ask = makeAskModel({ timeoutMs: 2_000, stop: never })
    const run = (settings: Partial<AskSettings> = {}) =>
      askModels({ ...deps(), ask }, { models: [server.model()], maxPerDay: 10_000, pauseMs: 1, ...settings }, never)
    const askedAbout = (sector: string) =>
      server.asked.filter(({ body }) => body.messages.at(-1)!.content.includes(`the ${sector} sector`))
    const respondWith = (text: string) => server.respond(() => text)

    test('makes a figure after three days: every question about every sector, once a day', async () => {
      const { name, sector, company } = await aSector()
      for (let day = 0; day < 3; day++) {
        respondWith(`${name} has a good name.`)
        expect((await run()).failed).toBe(0)
        expect(askedAbout(sector)).toHaveLength(prompts.length)
        expect(await run()).toMatchObject({ completed: 0, failed: 0 })
        pipeline.pass(24 * hourMs)
        await pipeline.bring([`${name} opens plant number ${day}`])
      }
      await pipeline.settle()
      expect(await visibilityOf(company)).toMatchObject({ status: 'ok', sampleSize: 30, presence: { share: 1 } })
      const [latest] = await completions.listLatest(pipeline.db.connection, undefined, 1)
      expect(latest).toMatchObject({ provider: 'test', model: 'small', completion: `${name} has a good name.` })
    })

    test('asks no question that names a company', async () => {
      const { name, rival, sector } = await aSector()
      respondWith('Nobody.')
      await run()
      for (const { body } of askedAbout(sector)) {
        expect(JSON.stringify(body)).not.toContain(name)
        expect(JSON.stringify(body)).not.toContain(rival)
      }
    })

    test('stops at the daily limit of questions', async () => {
      await aSector()
      pipeline.pass(24 * hourMs)
      respondWith('Nobody.')
      const report = await run({ maxPerDay: 4 })
      expect(report.completed).toBe(4)
      expect(report.leftOut).toBeGreaterThanOrEqual(prompts.length - 4)
      expect(await run({ maxPerDay: 4 })).toMatchObject({ completed: 0 })
    })

    test('records why a model failed, pauses one that fails repeatedly, and asks again later', async () => {
      const { sector } = await aSector()
      pipeline.pass(24 * hourMs)
      server.respond(() => ({ status: 401, body: 'no such key: sk-not-to-be-told' }))
      expect(await run()).toMatchObject({ completed: 0, failed: 3 })
      const latest = await completions.listLatest(pipeline.db.connection, undefined, 3)
      for (const one of latest) expect(one).toMatchObject({ failure: 'test responded with status 401' })
      expect(JSON.stringify(latest)).not.toContain('sk-not-to-be-told')
      respondWith('Nobody.')
      expect((await run()).failed).toBe(0)
      expect(askedAbout(sector)).toHaveLength(prompts.length)
    })
  })
})

describe('completions in a file', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const row = { sector: 's', provider: 'p', model: 'm', prompt: 'q', answer: 'a', askedAt: '2026-11-19T00:00:00Z' }
  const read = (lines: readonly (string | Uint8Array)[], sector?: string) =>
    readCompletionRows(
      lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')]),
      { sector, now },
    )

  test('are stored where valid, and rejected by line where not', async () => {
    const { rows, rejected } = await read([
      JSON.stringify(row),
      'no json',
      '',
      JSON.stringify({ ...row, answer: ' ' }),
      JSON.stringify({ ...row, askedAt: '2026-11-19' }),
      JSON.stringify({ ...row, askedAt: '2027-11-19T00:00:00Z' }),
      new Uint8Array([0x22, 0xff, 0x22]),
      '[1]',
    ])
    const { answer, ...rest } = row
    expect(rows).toEqual([{ ...rest, completion: answer, askedAt: new Date(row.askedAt) }])
    expect(rejected.map(({ line }) => line)).toEqual([2, 4, 5, 6, 7, 8])
  })

  test("are of the company's own sector where they name none", async () => {
    const { sector: _, ...without } = row
    expect((await read([JSON.stringify(without)], 'mine')).rows[0]).toMatchObject({ sector: 'mine' })
    expect((await read([JSON.stringify(without)])).rejected[0]).toMatchObject({ reason: 'sector is missing' })
  })
})

test('a name is judged by the sentence or list entry that it stands in', () => {
  const text = 'Here they are.\n1. **Zorb** is loved. It grows.\n2. Quandary is not.'
  const start = text.indexOf('Zorb')
  const found = around(text, start, start + 4)
  expect(found.text).toBe('1. **Zorb** is loved.')
  expect(found.text.slice(found.start, found.end)).toBe('Zorb')
})
