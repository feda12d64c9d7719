import { databaseEngines } from '@service/foundation/test-database/database-engines.ts'
import { dayOf } from '@service/reputation-domain/series/day.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeListAlerts } from '../alerts/list-alerts.ts'
import { makeReadReputation } from '../reputation/read-reputation.ts'
import { makeReadSentiment } from '../sentiment/read-sentiment.ts'
import { aPipeline, type TestPipeline } from './test-pipeline.ts'

describe.each(databaseEngines)('the pipeline on $name', (engine) => {
  let pipeline: TestPipeline
  beforeAll(async () => {
    pipeline = await aPipeline(engine)
  })
  afterAll(() => pipeline.close())

  const sentimentOf = async (companyId: string, days = 7) => {
    const to = dayOf(pipeline.now().getTime())
    return (await makeReadSentiment(pipeline)(companyId, { from: to - days + 1, to })).days
  }
  const scoreOf = async (companyId: string) => (await makeReadReputation(pipeline)(companyId)).reputation
  const alertsOf = async (companyId: string) => (await makeListAlerts(pipeline)(companyId, {}, 200)).alerts

  test('an article that comes in is in the sentiment, and a day without news is no neutral day', async () => {
    const subject = await pipeline.aSubject('Acmeworks')
    const company = await pipeline.aFollower(subject)
    await pipeline.bring(['Acmeworks posts record profit and raises outlook'])
    await pipeline.settle()
    const days = await sentimentOf(company, 3)
    expect(days.map(({ articleCount, averageScore }) => [articleCount, averageScore === null])).toEqual([
      [0, true],
      [0, true],
      [1, false],
    ])
    expect(days[2]!.averageScore).toBeGreaterThan(0)
    const reputation = await scoreOf(company)
    expect(reputation.pillars).toHaveLength(8)
    expect(reputation.history).toHaveLength(30)
    expect(reputation.history.at(-1)).toMatchObject({ score: reputation.value, observed: true })
  })

  test("a company's own articles count for it and nobody else", async () => {
    const subject = await pipeline.aSubject('Boltworks')
    const [mine, theirs] = [await pipeline.aFollower(subject), await pipeline.aFollower(subject)]
    await pipeline.bring(['Boltworks opens a new plant in Ohio'])
    await pipeline.bring(['Boltworks sued over deadly factory fire'], { owner: mine })
    await pipeline.settle()
    expect((await sentimentOf(mine)).at(-1)?.articleCount).toBe(2)
    expect((await sentimentOf(theirs)).at(-1)?.articleCount).toBe(1)
    expect((await alertsOf(mine)).map(({ title }) => title)).toEqual(['Boltworks sued over deadly factory fire'])
    expect(await alertsOf(theirs)).toEqual([])
  })

  test('an article that the operator and a company have counts once', async () => {
    const subject = await pipeline.aSubject('Crankworks')
    const company = await pipeline.aFollower(subject)
    await pipeline.bring(['Crankworks names a new chief executive'])
    await pipeline.bring(['Crankworks names a new chief executive'], { owner: company })
    await pipeline.settle()
    expect((await sentimentOf(company)).at(-1)?.articleCount).toBe(1)
  })
})
