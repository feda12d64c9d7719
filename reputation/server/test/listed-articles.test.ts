/** `GET /api/v1/articles` and `GET /api/v1/stories`: what figures are made of, and the links that lead there. */
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { exportOf } from '@service/foundation-testing/http/export-of.ts'
import type { Alert } from '@service/reputation-server/news/read/alert-responses.ts'
import type { Article } from '@service/reputation-server/news/read/article-responses.ts'
import { newClient } from '@service/reputation-testing/client.ts'
import { follow, isoDay, newCompanyInTheNews, newSubject, send } from '@service/reputation-testing/news.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { beforeAll, describe, expect, test } from 'vitest'

type Articles = { articles: Article[]; nextCursor: string | null }
type Story = { story: string; title: string; articleCount: number; alertCount: number; articlesPath: string }
type Stories = { stories: Story[]; nextCursor: string | null }
type Sentiment = { days: { date: string; articleCount: number; articlesPath: string }[] }

describe.each(featureEngines)('listed articles on $name', (engine) => {
  const service = useService(engine)
  const company = beforeTests(() => newCompanyInTheNews(service))
  beforeAll(async () => {
    const { name } = company
    await send(service, company, [`${name} opens a new office`, `Analysts praise ${name} for strong growth`], 3)
    await send(service, company, [
      `Three workers killed in explosion at ${name} plant`,
      `Explosion at ${name} plant kills three workers`,
      `${name} sued by customers over late deliveries`,
      `Goldman upgrades Tesla, says ${name}`,
      `${name} charged with bribery of officials`,
    ])
  })

  const articles = async (query: Record<string, string> = {}) =>
    (await company.get<Articles>('/api/v1/articles', query)).body
  const titles = async (query: Record<string, string>) => (await articles(query)).articles.map(({ title }) => title)
  /** Follows a path that a figure gives. */
  const at = async <T>(path: string) => {
    const { pathname, searchParams } = new URL(path, 'https://example.org')
    return (await company.get<T>(pathname, { ...Object.fromEntries(searchParams), limit: '200' })).body
  }

  test('come newest first, with tone, words, risks and the reasons for and against an alert', async () => {
    const { articles: all, nextCursor } = await articles()
    expect(all).toHaveLength(7)
    expect(nextCursor).toBeNull()
    const times = all.map(({ publishedAt }) => publishedAt)
    expect(times).toEqual([...times].sort().reverse())
    const grave = all.find(({ title }) => title.startsWith('Three workers killed'))!
    expect(grave).toMatchObject({
      source: 'Outlet 0',
      url: expect.stringMatching(/^https:/),
      role: 'subject',
      counted: true,
      tone: expect.stringMatching(/^(?:negative|neutral|positive)$/),
      story: expect.any(String),
      alert: { isAlert: true },
    })
    expect(grave.risks[0]).toMatchObject({ strength: 3, because: expect.stringContaining('kill') })
    expect(grave.words!.length).toBeGreaterThan(0)
    for (const { word } of grave.words!) expect(grave.title).toContain(word)
    const { negative, neutral, positive } = grave.probabilities!
    expect(negative + neutral + positive).toBeCloseTo(1, 3)
    expect(grave.sentimentScore).toBeCloseTo(positive - negative, 4)
    expect(grave.alert.reasons[0]).toMatchObject({ code: 'grave-risk', speaks: 'for' })
    const source = all.find(({ title }) => title.startsWith('Goldman'))!
    expect(source).toMatchObject({ role: 'source', counted: false, story: null, alert: { isAlert: false } })
    expect(source.alert.reasons).toContainEqual(expect.objectContaining({ code: 'only-source', speaks: 'against' }))
  })

  test('are alerts exactly where the list of alerts has them', async () => {
    const { alerts } = (await company.get<{ alerts: Alert[] }>('/api/v1/alerts')).body
    const { articles: all } = await articles()
    expect(
      all
        .filter(({ alert }) => alert.isAlert)
        .map(({ title }) => title)
        .sort(),
    ).toEqual(alerts.map(({ title }) => title).sort())
    expect(alerts.length).toBeGreaterThanOrEqual(2)
  })

  test('can be narrowed', async () => {
    const [today, before] = [isoDay(0), isoDay(3)]
    expect(await titles({ day: before })).toHaveLength(2)
    expect(await titles({ from: before, to: before })).toHaveLength(2)
    expect(await titles({ from: isoDay(1), to: today })).toHaveLength(5)
    expect(await titles({ tone: 'positive', day: before })).toContain(
      `Analysts praise ${company.name} for strong growth`,
    )
    expect(await titles({ category: 'legal_regulatory' })).toEqual([
      `${company.name} charged with bribery of officials`,
      `${company.name} sued by customers over late deliveries`,
    ])
    expect(await titles({ category: 'climate_emissions' })).toEqual([])
    expect(await titles({ outlet: 'outlet 3' })).toEqual([`Goldman upgrades Tesla, says ${company.name}`])
    expect(await titles({ counted: 'false' })).toEqual([`Goldman upgrades Tesla, says ${company.name}`])
    expect(await titles({ counted: 'true' })).toHaveLength(6)
    expect(await titles({ language: 'fr' })).toEqual([])
    expect(await titles({ story: 'no such story' })).toEqual([])
  })

  test('are read one by one with their text, and those about a peer apart', async () => {
    const [first] = (await articles()).articles
    const { status, body } = await company.get<Article & { text: string | null }>(
      `/api/v1/articles/${first!.articleId}`,
    )
    expect({ status, body }).toEqual({ status: 200, body: { ...first, text: null } })
    const peer = await newSubject(service)
    await follow(service, company.companyId, peer.id, 'peer')
    await send(service, company, [`${peer.name} opens a new plant`], 5)
    expect(await titles({ subject: peer.id })).toEqual([`${peer.name} opens a new plant`])
    const { id: stranger } = await newSubject(service)
    expect((await company.get('/api/v1/articles', { subject: stranger })).status).toBe(400)
  })

  test('come in pages, as CSV, and as 304 when unchanged', async () => {
    const paged: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Articles = await articles({ limit: '4', ...(cursor && { cursor }) })
      paged.push(...page.articles.map(({ articleId }) => articleId))
      cursor = page.nextCursor
    }
    expect(paged).toEqual((await articles()).articles.map(({ articleId }) => articleId))
    const { text } = await company.get('/api/v1/articles', { format: 'csv' })
    expect(text.split('\r\n')[0]).toMatch(/^articleId,publishedAt,title,source,url,.*words,risks,isAlert,alertReasons,/)
    expect(text).toContain('for grave-risk')
    const etag = (await company.get('/api/v1/articles')).headers.get('ETag')!
    expect((await company.get('/api/v1/articles', {}, { 'If-None-Match': etag })).status).toBe(304)
  })

  test.each([
    ['/api/v1/articles', { day: 'today' }],
    ['/api/v1/articles', { day: '2026-11-20', from: '2026-11-20' }],
    ['/api/v1/articles', { from: '2026-11-20', to: '2026-11-19' }],
    ['/api/v1/articles', { tone: 'bad' }],
    ['/api/v1/articles', { category: 'x' }],
    ['/api/v1/articles', { cursor: 'x' }],
    ['/api/v1/stories', { day: '2026-02-30' }],
    ['/api/v1/stories', { severity: 'low' }],
    ['/api/v1/alerts', { group: 'outlet' }],
  ])('%s with %j is refused', async (path, query) => {
    expect((await company.get(path, query as unknown as Record<string, string>)).status).toBe(400)
  })

  test('are exported whole, and from any of them on', async () => {
    const { articles: all } = await articles()
    const { items, cursors } = await exportOf<Article>(company, '/api/v1/articles', { limit: '2' })
    expect(items).toEqual(all)
    expect((await exportOf(company, '/api/v1/articles', { cursor: cursors[2]! })).items).toEqual(all.slice(3))
    const negative = all.filter(({ tone }) => tone === 'negative')
    expect((await exportOf(company, '/api/v1/articles', { tone: 'negative' })).items).toEqual(negative)
  })

  test('stories name their alerts and lead to their articles', async () => {
    const { body } = await company.get<Stories>('/api/v1/stories')
    const times = body.stories.map((story) => (story as unknown as { beganAt: string }).beganAt)
    expect(times).toEqual([...times].sort().reverse())
    expect(body.stories.reduce((sum, { articleCount }) => sum + articleCount, 0)).toBe(6)
    for (const story of body.stories) {
      const { articles } = await at<Articles>(story.articlesPath)
      expect(articles).toHaveLength(story.articleCount)
      expect(articles.every((article) => article.story === story.story)).toBe(true)
      expect(articles.filter(({ alert }) => alert.isAlert)).toHaveLength(story.alertCount)
    }
    const [fatal] = body.stories.filter(({ title }) => /kill/.test(title))
    expect(fatal).toMatchObject({ severity: 'high', level: 'low', articleCount: 2, outletCount: 2 })
    const ofToday = (await company.get<Stories>('/api/v1/stories', { day: isoDay(0), severity: 'high' })).body.stories
    expect(ofToday.map(({ story }) => story)).toContain(fatal!.story)
    const longAgo = (await company.get<Stories>('/api/v1/stories', { to: isoDay(4) })).body.stories
    expect(longAgo).toEqual([])
    const first = (await company.get<Stories>('/api/v1/stories', { limit: '1' })).body
    const second = (await company.get<Stories>('/api/v1/stories', { limit: '200', cursor: first.nextCursor! })).body
    expect([...first.stories, ...second.stories]).toEqual(body.stories)
    const { text } = await company.get('/api/v1/stories', { format: 'csv' })
    expect(text.split('\r\n')).toHaveLength(body.stories.length + 2)
  })

  test('alerts can be had one for each story', async () => {
    const { alerts } = (await company.get<{ alerts: Alert[] }>('/api/v1/alerts')).body
    const read = async (query: Record<string, string> = {}) =>
      (
        await company.get<{ alerts: Alert[]; nextCursor: string | null }>('/api/v1/alerts', {
          group: 'story',
          ...query,
        })
      ).body
    const grouped = (await read()).alerts
    expect(grouped.map(({ story }) => story).sort()).toEqual([...new Set(alerts.map(({ story }) => story))].sort())
    expect(grouped.reduce((sum, { alertCount }) => sum + alertCount!, 0)).toBe(alerts.length)
    expect(grouped.some(({ alertCount }) => alertCount === 2)).toBe(true)
    for (const { story, alertCount, articlesPath } of grouped) {
      const own = (await company.get<{ alerts: Alert[] }>('/api/v1/alerts', { story })).body.alerts
      expect(own).toHaveLength(alertCount!)
      expect((await at<Articles>(articlesPath)).articles.length).toBeGreaterThanOrEqual(alertCount!)
    }
    const first = await read({ limit: '1' })
    const rest = await read({ limit: '200', cursor: first.nextCursor! })
    expect([...first.alerts, ...rest.alerts]).toEqual(grouped)
  })

  test('a day of the sentiment and the score lead to the articles that they are made of', async () => {
    const { days } = (await company.get<Sentiment>('/api/v1/sentiment', { days: '5' })).body
    for (const { articleCount, articlesPath } of days)
      expect((await at<Articles>(articlesPath)).articles).toHaveLength(articleCount)
    expect(days.at(-1)!.articleCount).toBe(4)
    const { articlesPath } = (await company.get<{ articlesPath: string }>('/api/v1/reputation')).body
    expect((await at<Articles>(articlesPath)).articles).toHaveLength(6)
  })

  test('are those that the company sees, each once, and need the scope of alerts', async () => {
    const subject = await newSubject(service)
    const [mine, theirs] = [
      await newCompanyInTheNews(service, { subject }),
      await newCompanyInTheNews(service, { subject }),
    ]
    await send(service, mine, [`${subject.name} charged with bribery of officials`])
    expect((await mine.get<Articles>('/api/v1/articles')).body.articles).toHaveLength(1)
    expect((await mine.get<Stories>('/api/v1/stories')).body.stories).toHaveLength(1)
    expect((await theirs.get<Articles>('/api/v1/articles')).body.articles).toEqual([])
    expect((await theirs.get<Stories>('/api/v1/stories')).body.stories).toEqual([])
    const { story } = (await mine.get<Stories>('/api/v1/stories')).body.stories[0]!
    expect((await theirs.get<Articles>('/api/v1/articles', { story })).body.articles).toEqual([])
    const writer = await newClient(service, ['articles:write', 'sentiment:read'])
    for (const path of ['/api/v1/articles', '/api/v1/stories']) expect((await writer.get(path)).status).toBe(403)
    const nobody = await newClient(service, ['alerts:read'])
    expect((await nobody.get('/api/v1/articles')).status).toBe(404)
  })
})
