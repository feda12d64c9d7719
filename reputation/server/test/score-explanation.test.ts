/** `GET /api/v1/reputation/explanation` and `…/without/{story}`: why a score is what it is. */
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import type {
  ScoreExplanation,
  ScoreWithout,
} from '@service/reputation-server/news/explanation/explanation-responses.ts'
import type { ReputationResponse } from '@service/reputation-server/news/read/reputation-responses.ts'
import { follow, isoDay, newCompanyInTheNews, newSubject, send } from '@service/reputation-testing/news.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { beforeAll, describe, expect, test } from 'vitest'

const path = '/api/v1/reputation/explanation'

describe.each(featureEngines)('the explanation of a score on $name', (engine) => {
  const service = useService(engine)
  const company = beforeTests(() => newCompanyInTheNews(service))
  beforeAll(async () => {
    const { name } = company
    const peer = await newSubject(service)
    await follow(service, company.companyId, peer.id, 'peer')
    await send(service, company, [`${name} wins award for outstanding quality`, `${peer.name} launches new phone`], 12)
    await send(
      service,
      company,
      [
        `${name} hit by deadly factory explosion`,
        `Deadly factory explosion hits ${name}`,
        `${name} factory explosion kills three`,
      ],
      1,
    )
  })

  const explain = async (query = {}) => (await company.get<ScoreExplanation>(path, query)).body
  const sum = (values: readonly (number | null)[]) =>
    Math.round(values.reduce<number>((sum, value) => sum + (value ?? 0), 0) * 10) / 10

  test('is the score of the other endpoint, with changes by pillar that add up to the tenth', async () => {
    const [explained, { body: reputation }] = [
      await explain(),
      await company.get<ReputationResponse>('/api/v1/reputation'),
    ]
    expect(explained).toMatchObject({
      on: isoDay(0),
      against: isoDay(7),
      provisional: true,
      settled: true,
      value: reputation.score.value,
      change: reputation.score.change7d,
    })
    const { pillars, value, before, change, history } = explained
    expect(sum(pillars.map(({ got }) => got))).toBe(value)
    expect(sum(pillars.map(({ change }) => change))).toBe(change)
    expect(sum([before, change])).toBe(value)
    expect(history).toHaveLength(30)
    expect(history.filter(({ provisional }) => provisional)).toEqual([history.at(-1)])
  })

  test('names the story that moved the score, whose effects by pillar add up, and the score without it', async () => {
    const { stories, value, pillars } = await explain()
    const [story] = stories
    expect(story).toMatchObject({ articleCount: 3, title: expect.stringMatching(/explosion/i) })
    expect(story!.effect).toBeLessThan(0)
    // It began after the earlier day, so that all of its effect is change.
    expect(story!.changeEffect).toBe(story!.effect)
    expect(sum([value, -story!.effect])).toBe(story!.without)
    expect(sum(story!.pillars.map(({ effect }) => effect))).toBe(story!.effect)
    const sentiment = pillars.find(({ pillar }) => pillar === 'sentiment')!
    expect(sentiment.drivers[0]).toMatchObject({ raises: false, story: story!.story, articleId: expect.any(String) })

    const { status, body } = await company.get<ScoreWithout>(
      `/api/v1/reputation/without/${encodeURIComponent(story!.story)}`,
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({ value, without: story!.without, effect: story!.effect, pillars: story!.pillars })
  })

  test('gives the numbers from which the formulas make the pillars', async () => {
    const { pillars, method } = await explain()
    const of = (name: string) => pillars.find(({ pillar }) => pillar === name)!
    const { mean } = of('sentiment').basis!
    const steepness = mean! > 0 ? method.steepness.up : method.steepness.down
    expect(50 + 50 * Math.tanh(steepness * mean!)).toBeCloseTo(of('sentiment').score!, 0)
    const { own, others } = of('share_of_voice').basis!
    expect((100 * own!) / (own! + others!)).toBeCloseTo(of('share_of_voice').score!, 1)
    expect(of('ai_visibility').basis).toBeNull()
  })

  test('compares the peers as if each were the own one', async () => {
    const { peers } = await explain()
    expect(peers.map(({ isOwn, score }) => [isOwn, typeof score])).toEqual([
      [true, 'number'],
      [false, 'number'],
    ])
    expect(sum(peers.map(({ share }) => share))).toBe(1)
  })

  test('is of any day that has a score, against any earlier one', async () => {
    const { on, value, before, stories } = await explain({ on: isoDay(2), against: isoDay(5) })
    expect({ on, change: value - before! }).toEqual({ on: isoDay(2), change: expect.closeTo(0, 0) })
    expect(stories.map(({ title }) => title).join()).not.toMatch(/explosion/i)
    const { status, body } = await company.get<{ message: string }>(path, { on: isoDay(40) })
    expect([status, body.message]).toEqual([404, `There is no score of ${isoDay(40)} that compares with today's.`])
    const refused = await company.get<{ details: { path: string }[] }>(path, { on: isoDay(-1), against: isoDay(60) })
    expect([refused.status, refused.body.details.map(({ path }) => path)]).toEqual([400, ['query.on', 'query.against']])
  })

  test('another company’s story is not found', async () => {
    const other = await newCompanyInTheNews(service)
    await send(service, other, [`${other.name} accused of fraud`], 1)
    const [story] = (await explain()).stories
    const { status } = await other.get(`/api/v1/reputation/without/${encodeURIComponent(story!.story)}`)
    expect(status).toBe(404)
  })
})
