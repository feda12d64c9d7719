/** `GET /api/v1/reputation`: the score, what it is made of, and the days before. */
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { databaseEngines, runsWhole } from '@service/foundation-testing/database/database-engines.ts'
import { pillars as pillarNames } from '@service/reputation-domain/score/pillar.ts'
import type { ReputationResponse } from '@service/reputation-server/news/read/reputation-responses.ts'
import { follow, isoDay, newCompanyInTheNews, newSubject, send, settled } from '@service/reputation-testing/news.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { beforeAll, describe, expect, test } from 'vitest'

const path = '/api/v1/reputation'

describe.each(databaseEngines)('the reputation on $name', (engine) => {
  const service = useService(engine)
  const company = beforeTests(() => newCompanyInTheNews(service))
  beforeAll(async () => {
    const { name } = company
    await send(service, company, [`${name} wins award for outstanding quality`, `${name} launches new phone`], 12)
    await send(service, company, [`${name} accused of fraud`, `${name} hit by deadly explosion`], 1)
  })

  const read = () => company.get<ReputationResponse>(path)

  test('has a score, eight pillars that add up to it, and thirty days that end with it', async () => {
    const { status, body } = await read()
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual([
      'company',
      'subject',
      'score',
      'articlesPath',
      'unjudged',
      'unjudgedPath',
      'pillars',
      'history',
      'methodologyVersion',
    ])
    expect(body.subject).toEqual({ id: company.subjectId, name: company.name })
    const { score, pillars, history } = body
    expect(Object.keys(score)).toEqual(['value', 'date', 'change7d', 'change30d', 'confidence'])
    expect(score.date).toBe(isoDay(0))
    expect(pillars.map(({ pillar }) => pillar)).toEqual([...pillarNames])
    const sum = (of: (pillar: (typeof pillars)[number]) => number) => pillars.reduce((sum, one) => sum + of(one), 0)
    expect(sum(({ contribution }) => contribution)).toBeCloseTo(score.value, 6)
    expect(sum(({ weight }) => weight)).toBeCloseTo(100, 0)
    expect(sum(({ change7d }) => change7d ?? 0)).toBeCloseTo(score.change7d!, 6)
    expect(score.change7d).toBeLessThan(0)
    expect(history.map(({ date }) => date)).toEqual(Array.from({ length: 30 }, (_, index) => isoDay(29 - index)))
    expect(history.at(-1)).toMatchObject({ date: score.date, score: score.value })
    expect(history[0]).toEqual({ date: isoDay(29), score: null, observed: false })
    expect(history.filter(({ observed }) => observed).map(({ date }) => date)).toEqual([isoDay(12), isoDay(1)])
  })

  test('invents no number for a pillar that cannot be measured', async () => {
    const { body } = await read()
    const unavailable = body.pillars.filter(({ status }) => status === 'unavailable')
    expect(unavailable.map(({ pillar, reason }) => [pillar, reason])).toEqual([
      ['ai_visibility', 'no_provider_configured'],
      ['share_of_voice', 'no_peers_configured'],
    ])
    for (const { score, weight, contribution, drivers } of unavailable) {
      expect([score, weight, contribution, drivers]).toEqual([null, 0, 0, []])
    }
  })

  test('names the articles that moved it', async () => {
    const { body } = await read()
    const sentiment = body.pillars.find(({ pillar }) => pillar === 'sentiment')!
    expect(sentiment.drivers.map(({ title }) => title)).toContain(`${company.name} accused of fraud`)
    expect(sentiment.drivers[0]).toMatchObject({ url: expect.stringMatching(/^https:/), source: expect.any(String) })
  })

  if (!runsWhole(engine)) return // the rest takes minutes on the slower engine

  test("has a share of voice once it has a peer, which falls with the peer's news", async () => {
    const [own, peer] = [await newSubject(service), await newSubject(service)]
    const client = await newCompanyInTheNews(service, { subject: own })
    const shareOfVoice = async () =>
      (await client.get<ReputationResponse>(path)).body.pillars.find(({ pillar }) => pillar === 'share_of_voice')!
    await send(service, client, [`${own.name} opens a plant`])
    expect((await shareOfVoice()).status).toBe('unavailable')
    await follow(service, client.companyId, peer.id, 'peer')
    await settled(service)
    const alone = await shareOfVoice()
    expect(alone.status).toBe('ok')
    expect(alone.score).toBeGreaterThan(50)
    const deeds = [
      'opens a plant',
      'names a finance chief',
      'hires ten cooks',
      'buys a lake',
      'signs a lease',
      'moves to Ohio',
    ]
    const places = Array.from({ length: 60 }, (_, index) => `near village ${index} of county ${index * 7}`)
    const titles = deeds.flatMap((deed) => places.map((place) => `${peer.name} ${deed} ${place}`))
    await send(service, client, titles)
    expect((await shareOfVoice()).score).toBeLessThan(50)
  })

  test('is not moved today by an import about last winter, and fades to what is assumed without news', async () => {
    const client = await newCompanyInTheNews(service)
    const titles = ['charged with bribery', 'accused of fraud'].flatMap((words) =>
      Array.from({ length: 30 }, (_, index) => `${client.name} ${words} in village ${index} of county ${index * 7}`),
    )
    await send(service, client, titles, 25)
    const { score, history } = (await client.get<ReputationResponse>(path)).body
    const then = history.find(({ date }) => date === isoDay(25))!.score!
    expect(then).toBeLessThan(40)
    expect(score.value).toBeGreaterThan(then + 5)
    const scores = history.flatMap(({ date, score }) => (date > isoDay(25) ? [score!] : []))
    expect(scores).toEqual(scores.toSorted((one, other) => one - other))

    const before = (await client.get<ReputationResponse>(path)).body
    await send(
      service,
      client,
      titles.map((title) => `${title} again`),
      100,
    )
    expect((await client.get<ReputationResponse>(path)).body.score.value).toBe(before.score.value)
  })

  test('is 404 with the reason while there is no score', async () => {
    const nobody = await newCompanyInTheNews(service)
    const { status, body } = await nobody.get(path)
    expect([status, body.code]).toEqual([404, 'not-found'])
    expect(body.message).toMatch(/no score yet/)
  })

  test('comes as CSV, a row a day with a column for each pillar', async () => {
    const { text } = await company.get(path, { format: 'csv' })
    const lines = text.trim().split('\r\n')
    expect(lines[0]).toBe(`date,score,observed,${pillarNames.join(',')},sample`)
    expect(lines).toHaveLength(31)
    expect(lines[1]).toBe(`${isoDay(29)},,false,,,,,,,,,false`)
    expect(lines.at(-1)!.split(',')[1]).toBe(String((await read()).body.score.value))
  })

  test('is 304 when unchanged', async () => {
    const etag = (await read()).headers.get('ETag')!
    expect((await company.get(path, {}, { 'If-None-Match': etag })).status).toBe(304)
    await send(service, company, [`${company.name} recalls toasters after fires`])
    expect((await company.get(path, {}, { 'If-None-Match': etag })).status).toBe(200)
  })

  test('refuses unknown parameters', async () => {
    expect((await company.get(path, { days: '3' })).status).toBe(400)
    expect((await company.get(path, {}, { Accept: 'image/png' })).status).toBe(406)
  })
})
