import { randomBytes } from 'node:crypto'
import * as companies from '@service/foundation/companies/company-store.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { makeMetrics } from '@service/foundation/metrics/metrics.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { byTester as by } from '@service/foundation-testing/acts.ts'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { platform } from '@service/reputation-domain/articles/owner.ts'
import { type ModelServer, startModelServer } from '@service/reputation-testing/language-models/model-server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrations } from '../../migration-folders.ts'
import { incomingArticle } from '../model/incoming-article.ts'
import type { SentimentSettings } from '../model/sentiment-settings.ts'
import { openPipeline, type Pipeline } from '../pipeline.ts'
import { makePipelineMetrics } from '../pipeline-metrics.ts'
import { makeReadReputation } from '../read/read-reputation.ts'
import { makeAddSubject } from '../tracking/add-subject.ts'
import { makeFollowSubject } from '../tracking/follow-subject.ts'

describe.each(databaseEngines)('a change of the sentiment provider on $name', (engine) => {
  let db: TestDatabase
  let server: ModelServer
  beforeAll(async () => {
    db = await engine.create(migrations)
    server = await startModelServer()
  })
  afterAll(async () => {
    await server.close()
    await db.drop()
  })

  const now = () => new Date()
  const deps = () => ({ db, now, newId: makeNewId({ now, randomBytes }) })
  const log = makeLogger({ level: 'silent', form: 'json' })
  const open = (sentiment: SentimentSettings): Promise<Pipeline> =>
    openPipeline({ ...deps(), log, metrics: makePipelineMetrics(makeMetrics('test_')), sentiment })
  const bring = (pipeline: Pipeline, titles: readonly string[]) => {
    const claims = titles.map((title, index) => ({
      title,
      url: `https://outlet-${index}.example.org/${encodeURIComponent(title)}`,
      published: Date.now() - (index + 1) * 60_000,
    }))
    const incoming = claims.flatMap((claim) => incomingArticle(claim, now()) ?? [])
    return pipeline.takeIn({ owner: platform, source: 'import', seenAt: now() }, incoming)
  }
  const judges = async () => {
    const { rows } = await sql<{ provider: string; count: number }>`
      select provider, count(*)::int as count from mentions group by provider order by provider`.execute(db.connection)
    return rows
  }
  const nothingDue = async () => {
    const { rows } = await sql`
      select from touched_subjects union all select from subject_days_due union all select from subject_searches
      union all select from figures_due`.execute(db.connection)
    return rows.length
  }
  const settled = () => expect.poll(nothingDue, { timeout: 30_000, interval: 50 }).toBe(0)

  test('judges all stored mentions again under a new methodology; the figures never mix the two', async () => {
    const companyId = deps().newId('cmp')
    const limits = { timeZone: 'UTC', requestsPerMinute: 1_000, monthlyQuota: 1_000, createdAt: now() }
    await companies.insert(db.connection, { id: companyId, slug: 'zorb', name: 'Zorb', ...limits })
    const subject = await makeAddSubject(deps())(by, { name: 'Zorbulon', sector: 'x', aliases: [{ text: 'Zorbulon' }] })
    await makeFollowSubject(deps())(by, companyId, subject.id, 'own')
    const read = () => makeReadReputation({ db, now })(companyId)

    const before = await open({ kind: 'own' })
    await bring(before, ['Zorbulon opens a new plant', 'Zorbulon names a finance chief'])
    await settled()
    const own = await read()
    await before.close()
    expect(await judges()).toEqual([{ provider: 'own', count: 2 }])

    server.respond(({ body }) => {
      const { texts } = JSON.parse(body.messages.at(-1)!.content) as { texts: { id: number }[] }
      return JSON.stringify({ results: texts.map(({ id }) => ({ id, negative: 0.9, neutral: 0.1, positive: 0 })) })
    })
    const http = await open({ kind: 'http', model: server.model(), timeoutMs: 5_000 })
    await expect.poll(judges, { timeout: 30_000, interval: 50 }).toEqual([{ provider: 'http', count: 2 }])
    await bring(http, ['Zorbulon hires ten cooks'])
    await settled()
    expect(await judges()).toEqual([{ provider: 'http', count: 3 }])
    const theirs = await read()
    await http.close()

    expect(theirs.figures.methodologyVersion).not.toBe(own.figures.methodologyVersion)
    expect([...theirs.days.values()].map(({ methodologyVersion }) => methodologyVersion)).toSatisfy(
      (versions: string[]) => versions.every((version) => version === theirs.figures.methodologyVersion),
    )
    const sentimentOf = ({ reputation }: typeof own) =>
      reputation.pillars.find(({ pillar }) => pillar === 'sentiment')!.score!
    expect(sentimentOf(theirs)).toBeLessThan(sentimentOf(own))
  })

  test('asks no provider for articles in a language that is not judged', async () => {
    server.respond(({ body }) => {
      const { texts } = JSON.parse(body.messages.at(-1)!.content) as { texts: { id: number }[] }
      return JSON.stringify({ results: texts.map(({ id }) => ({ id, negative: 0.9, neutral: 0.1, positive: 0 })) })
    })
    const pipeline = await open({ kind: 'http', model: server.model(), timeoutMs: 5_000 })
    const before = server.asked.length
    await bring(pipeline, [
      'Zorbulon varslar femtio anställda om uppsägning',
      'Zorbulon opens a bakery in the old town',
    ])
    const asked = server.asked.slice(before).map(({ body }) => JSON.stringify(body))
    expect(asked.filter((body) => body.includes('bakery'))).toHaveLength(1)
    expect(asked.filter((body) => body.includes('varslar'))).toEqual([])
    const { rows } = await sql<{ language: string; judged: boolean; provider: string; pNegative: number }>`
      select language, judged, provider, p_negative from mentions
       where title like '%varslar%' or title like '%bakery%' order by language`.execute(db.connection)
    expect(rows).toEqual([
      { language: 'en', judged: true, provider: 'http', pNegative: 0.9 },
      { language: 'sv', judged: false, provider: 'http', pNegative: 0 },
    ])
    await pipeline.close()
  })

  test('accepts no article while the provider does not respond, and all of them once it does', async () => {
    server.respond(() => ({ status: 401 }))
    const pipeline = await open({ kind: 'http', model: server.model(), timeoutMs: 5_000 })
    const articles = ['Zorbulon buys a lake', 'Zorbulon signs a lease']
    const count = async () => (await judges()).reduce((sum, { count }) => sum + count, 0)
    const known = await count()
    await expect(bring(pipeline, articles)).rejects.toThrow('status 401')
    expect(await count()).toBe(known)
    server.respond(({ body }) => {
      const { texts } = JSON.parse(body.messages.at(-1)!.content) as { texts: { id: number }[] }
      return JSON.stringify({ results: texts.map(({ id }) => ({ id, negative: 0, neutral: 1, positive: 0 })) })
    })
    await bring(pipeline, articles)
    expect(await count()).toBe(known + 2)
    await pipeline.close()
  })
})
