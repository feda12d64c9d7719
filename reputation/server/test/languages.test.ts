/** Articles in languages that are not judged: shown and counted apart, and no part of any figure. */
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import type { Article } from '@service/reputation-server/news/read/article-responses.ts'
import { isoDay, newCompanyInTheNews, send, settled } from '@service/reputation-testing/news.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { beforeAll, describe, expect, test } from 'vitest'

type Articles = { articles: Article[] }
type Day = {
  date: string
  averageScore: number | null
  articleCount: number
  neutral: number
  unjudged: number
  unjudgedPath: string
}
type Reputation = {
  score: { value: number }
  pillars: { sampleSize: number }[]
  unjudged: number
  unjudgedPath: string
}

describe.each(featureEngines)('languages on $name', (engine) => {
  const service = useService(engine)
  const company = beforeTests(() => newCompanyInTheNews(service))
  let before: { reputation: Reputation; days: Day[]; alerts: unknown[] }

  const read = async () => ({
    reputation: (await company.get<Reputation>('/api/v1/reputation')).body,
    days: (await company.get<{ days: Day[] }>('/api/v1/sentiment', { days: '5' })).body.days,
    alerts: (await company.get<{ alerts: unknown[] }>('/api/v1/alerts')).body.alerts,
  })
  const articles = async (query: Record<string, string>) =>
    (await company.get<Articles>('/api/v1/articles', query)).body.articles
  const at = async (path: string) => {
    const { searchParams } = new URL(path, 'https://example.org')
    return articles({ ...Object.fromEntries(searchParams), limit: '200' })
  }

  beforeAll(async () => {
    const { name } = company
    await send(service, company, [`${name} opens a new office in Leeds`, `${name} sued over deadly fire at its plant`])
    before = await read()
    await send(service, company, [
      `Tre döda i explosion vid fabriken, ${name} åtalas för vållande`,
      `${name} z zarzutami korupcji, prokuratura przeszukała siedzibę spółki`,
    ])
    await send(service, company, [`Polisen gör husrannsakan hos ${name} efter misstankar om mutor`], 3)
  })

  test('are detected in each text, whatever its names', async () => {
    const all = await articles({})
    expect(all.map(({ language, judged }) => [language, judged])).toEqual(
      expect.arrayContaining([
        ['en', true],
        ['sv', false],
        ['pl', false],
      ]),
    )
    expect(await articles({ language: 'sv' })).toHaveLength(2)
    expect(await articles({ language: 'SV', day: isoDay(0) })).toHaveLength(1)
    expect(await articles({ language: 'en' })).toHaveLength(2)
  })

  test('that are not judged have no tone, no risk and no alert, and say why', async () => {
    const [polish] = await articles({ language: 'pl' })
    expect(polish).toMatchObject({
      judged: false,
      counted: false,
      tone: null,
      sentimentScore: null,
      probabilities: null,
      words: null,
      risks: [],
      story: null,
      alert: { isAlert: false },
    })
    expect(polish!.alert.reasons).toContainEqual({
      code: 'language-not-judged',
      speaks: 'against',
      because: 'Articles in its language (pl) are not judged.',
    })
    expect(await articles({ tone: 'neutral', language: 'pl' })).toEqual([])
    expect(await articles({ counted: 'false' })).toHaveLength(3)
    expect(await articles({ unjudged: 'true' })).toHaveLength(3)
    expect(await articles({ unjudged: 'false' })).toHaveLength(2)
  })

  test('that are not judged move neither sentiment nor score nor alerts, and are counted beside them', async () => {
    const after = await read()
    expect(after.alerts).toEqual(before.alerts)
    expect(before.alerts.length).toBeGreaterThan(0)
    const { unjudged, unjudgedPath, pillars, score } = after.reputation
    expect([score.value, pillars]).toEqual([before.reputation.score.value, before.reputation.pillars])
    expect(before.reputation.unjudged).toBe(0)
    expect(unjudged).toBe(3)
    expect(await at(unjudgedPath)).toHaveLength(unjudged)
    const today = after.days.at(-1)!
    expect(today).toEqual({ ...before.days.at(-1), unjudged: 2 })
    for (const day of after.days) expect(await at(day.unjudgedPath)).toHaveLength(day.unjudged)
    expect(after.days.find(({ date }) => date === isoDay(3))).toMatchObject({
      averageScore: null,
      articleCount: 0,
      neutral: 0,
      unjudged: 1,
    })
    const { text } = await company.get('/api/v1/sentiment', { days: '1', format: 'csv' })
    expect(text.split('\r\n')[0]).toMatch(/,unjudged$/)
  })

  test('are shown with stories and alerts', async () => {
    const { stories } = (await company.get<{ stories: { languages: string[] }[] }>('/api/v1/stories')).body
    expect(stories.map(({ languages }) => languages)).toEqual(stories.map(() => ['en']))
    const swedish = (await company.get<{ stories: unknown[] }>('/api/v1/stories', { language: 'sv' })).body
    expect(swedish.stories).toEqual([])
    expect(before.alerts[0]).toMatchObject({ language: 'en' })
  })

  test('that the source declares hold where the text does not speak against them', async () => {
    const own = await newCompanyInTheNews(service)
    const publishedAt = new Date(Date.now() - 3_600_000).toISOString()
    const claims = [
      { title: `${own.name} Galaxy Tab S 8.4`, language: 'sv-SE' },
      { title: `Galaxy Tab S 8.4: ${own.name}` },
      { title: `${own.name} opens a new office in the middle of Leeds`, language: 'sv' },
    ]
    const sent = claims.map((claim, index) => ({
      ...claim,
      publishedAt,
      url: `https://outlet-${index}.example.org/${own.name}`,
    }))
    expect((await own.send('POST', '/api/v1/articles', { articles: sent })).status).toBe(200)
    await settled(service)
    const listed = (await own.get<Articles>('/api/v1/articles')).body.articles
    const languageOf = (title: string) => listed.find((one) => one.title === title)?.language
    expect(claims.map(({ title }) => languageOf(title))).toEqual(['sv', 'en', 'en'])
  })
})
