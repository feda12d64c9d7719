/** Corrections: what people say about judgements holds in the figures of their company, and of no other. */
import { makeErasePerson } from '@service/foundation/erasure/erase-person.ts'
import { byTester } from '@service/foundation-testing/acts.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { exportOf } from '@service/foundation-testing/http/export-of.ts'
import { deleteBefore } from '@service/reputation-server/news/articles/correction-store.ts'
import { correctionRedactor } from '@service/reputation-server/news/corrections/corrections.ts'
import type { ScoreExplanation } from '@service/reputation-server/news/explanation/explanation-responses.ts'
import type { Alert } from '@service/reputation-server/news/read/alert-responses.ts'
import type { Article } from '@service/reputation-server/news/read/article-responses.ts'
import type { ReputationResponse } from '@service/reputation-server/news/read/reputation-responses.ts'
import { articles, type InTheNews, newCompanyInTheNews, settled } from '@service/reputation-testing/news.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

const scopes = ['alerts:read', 'reputation:read', 'sentiment:read', 'articles:write', 'articles:correct']

type Entry = { correctionId: string; actorName: string | null; endedAt: string | null; note: string | null }

describe.each(featureEngines)('corrections on $name', (engine) => {
  const service = useService(engine)
  const company = beforeTests(() => newCompanyInTheNews(service, { scopes }))
  const other = beforeTests(() =>
    newCompanyInTheNews(service, { scopes, subject: { id: company.subjectId, name: company.name } }),
  )
  beforeAll(async () => {
    const { name } = company
    const sent = articles([
      `${name} workers killed in explosion at plant`,
      `${name} opens a new office`,
      `${name} shares rise on strong results`,
    ])
    for (const one of [company, other]) await one.send('POST', '/api/v1/articles', { articles: sent })
    await settled(service)
  })

  const listed = async (query: Record<string, string> = {}, client: InTheNews = company) =>
    (await client.get<{ articles: Article[] }>('/api/v1/articles', query)).body.articles
  const find = async (part: string, client?: InTheNews) =>
    (await listed({}, client)).find(({ title }) => title.includes(part))!
  const alerts = async (client: InTheNews = company) =>
    (await client.get<{ alerts: Alert[] }>('/api/v1/alerts')).body.alerts.map(({ title }) => title)
  const score = async (client: InTheNews = company) =>
    (await client.get<ReputationResponse>('/api/v1/reputation')).body.score.value
  const day = async (client: InTheNews = company) =>
    (await client.get<{ days: { articleCount: number; negative: number }[] }>('/api/v1/sentiment', { days: '2' })).body
      .days
  const correct = async (articleId: string, body: object) => {
    const response = await company.send<{ correctionId: string; message: string; details?: { path: string }[] }>(
      'PUT',
      `/api/v1/corrections/${articleId}`,
      body,
    )
    await settled(service)
    return response
  }
  const revert = async (articleId: string) => {
    const { status } = await company.send('DELETE', `/api/v1/corrections/${articleId}`)
    await settled(service)
    return status
  }
  const countEvents = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from events where company_id = ${company.companyId}`.execute(
      service.administration.db.connection,
    )
    return rows[0]?.count
  }

  test('change sentiment, score and alerts from then on, until they are taken back', async () => {
    const before = { score: await score(), alerts: await alerts(), day: await day(), events: await countEvents() }
    const { articleId, ...fatal } = await find('killed')
    expect(before.alerts).toContain(fatal.title)

    const { status, body } = await correct(articleId, { tone: 'neutral', gravity: 0, note: 'A drill.' })
    expect([status, body.correctionId]).toEqual([200, expect.stringMatching(/^cor_/)])
    expect(await score()).toBeGreaterThan(before.score)
    expect(await alerts()).not.toContain(fatal.title)
    const shown = await find('killed')
    expect(shown).toMatchObject({
      tone: 'neutral',
      sentimentScore: 0,
      risks: [],
      alert: { isAlert: false },
      correction: { tone: 'neutral', gravity: 0, aboutCompany: null, isAlert: null, note: 'A drill.' },
      original: { tone: fatal.tone, risks: fatal.risks, isAlert: true },
    })
    expect((await listed({ corrected: 'true' })).map(({ articleId }) => articleId)).toEqual([articleId])
    expect((await listed({ tone: 'negative' })).map(({ articleId }) => articleId)).not.toContain(articleId)
    const { body: explained } = await company.get<ScoreExplanation>('/api/v1/reputation/explanation')
    expect(explained).toMatchObject({ settled: true, value: await score() })

    expect(await revert(articleId)).toBe(204)
    expect({ score: await score(), alerts: await alerts(), day: await day() }).toEqual({
      score: before.score,
      alerts: before.alerts,
      day: before.day,
    })
    expect(await find('killed')).toEqual({ articleId, ...fatal })
    // What was announced stays known as announced.
    expect(await countEvents()).toBe(before.events)
    expect(await revert(articleId)).toBe(404)
  })

  test('of one company change nothing for another that sees the same article', async () => {
    const before = [await score(other), await alerts(other), await day(other)]
    const { articleId } = await find('killed')
    expect((await find('killed', other)).articleId).toBe(articleId)
    await correct(articleId, { aboutCompany: false })
    expect([await score(other), await alerts(other), await day(other)]).toEqual(before)
    expect(await find('killed', other)).not.toHaveProperty('correction')
    await revert(articleId)
  })

  test('take an article out of the figures that is not about the company', async () => {
    const counted = (days: { articleCount: number }[]) => days.reduce((sum, { articleCount }) => sum + articleCount, 0)
    const before = counted(await day())
    const { articleId } = await find('strong results')
    await correct(articleId, { aboutCompany: false })
    expect(counted(await day())).toBe(before - 1)
    expect(await find('strong results')).toMatchObject({ counted: false, pCompany: 0, story: null })
    await revert(articleId)
  })

  test('make an alert of what the rule lets pass, and none of what it does not', async () => {
    const { articleId, title } = await find('office')
    expect(await alerts()).not.toContain(title)
    await correct(articleId, { isAlert: true })
    expect(await alerts()).toContain(title)
    expect((await find('office')).alert.reasons[0]).toMatchObject({ code: 'said-by-person', speaks: 'for' })
    await correct(articleId, { isAlert: false })
    expect(await alerts()).not.toContain(title)
    await revert(articleId)
  })

  test('are kept with who and when, each that was replaced included, and are audited without the note', async () => {
    const { articleId } = await find('office')
    await correct(articleId, { tone: 'negative', note: 'Grace Hopper says so.' })
    await correct(articleId, { tone: 'positive' })
    const { body } = await company.get<{ corrections: Entry[] }>('/api/v1/corrections', { article: articleId })
    const [last, first] = body.corrections
    expect(last).toMatchObject({ tone: 'positive', endedAt: null, correctedAt: expect.any(String) })
    expect(first).toMatchObject({ tone: 'negative', note: 'Grace Hopper says so.', endedAt: expect.any(String) })
    const events = await service.administration.listAuditEvents(
      { actor: 'system', requestId: null },
      { companyId: company.companyId, target: articleId },
      2,
    )
    expect(events[0]).toMatchObject({
      action: 'article.correct',
      before: { tone: 'negative' },
      after: { tone: 'positive' },
    })
    expect(JSON.stringify(events)).not.toContain('Hopper')
    await revert(articleId)
  })

  test('come as labels in the columns of the corpus', async () => {
    const { articleId, title } = await find('office')
    await correct(articleId, { tone: 'positive', gravity: 0 })
    const { items } = await exportOf<Record<string, unknown>>(company, '/api/v1/article-labels')
    const start = title.indexOf(company.name)
    expect(items).toEqual([
      {
        id: expect.stringMatching(/^cor_/),
        articleId,
        text: title,
        target: company.name,
        start,
        end: start + company.name.length,
        company: company.name,
        isCompany: true,
        label: 'positive',
        risk: 'none',
        gravity: 0,
      },
    ])
    const { status, body } = await company.get<{ labels: object[] }>('/api/v1/article-labels')
    expect({ status, labels: body.labels }).toEqual({ status: 200, labels: items })
    await revert(articleId)
    expect((await exportOf(company, '/api/v1/article-labels')).items).toEqual([])
  })

  test('forget a person whom a note names, and go with their article', async () => {
    const { articleId } = await find('office')
    await correct(articleId, { tone: 'positive', note: 'Jane Q. Roe called; jane q. roe will write.' })
    const { db, now, newId } = service.administration
    const eraser = makeErasePerson({ db, now, newId, redactors: [correctionRedactor] })
    await eraser.erase(byTester, company.companyId, { name: 'Jane Q. Roe' })
    const { body, text } = await company.get<{ corrections: Entry[] }>('/api/v1/corrections', { article: articleId })
    expect(text).not.toMatch(/jane/i)
    expect(body.corrections[0]?.note).toContain('will write')
    await revert(articleId)

    expect(await db.transaction((tx) => deleteBefore(tx, new Date(Date.now() - 86_400_000), 100))).toBe(0)
    expect(await db.transaction((tx) => deleteBefore(tx, new Date(Date.now() + 86_400_000), 100))).toBeGreaterThan(0)
    expect((await company.get<{ corrections: Entry[] }>('/api/v1/corrections')).body.corrections).toEqual([])
  })

  test.each([
    ['nothing', {}, undefined],
    ['only a note', { note: 'x' }, undefined],
    ['a gravity without a category where no risk was found', { gravity: 2 }, 'body.category'],
    ['a category without a gravity', { category: 'product_safety', tone: 'neutral' }, 'body.category'],
  ])('that say %s are refused', async (_what, body, path) => {
    const { articleId } = await find('office')
    const response = await correct(articleId, body)
    expect([response.status, response.body.details?.[0]?.path]).toEqual([400, path])
  })

  test('of articles that the company does not see are not found', async () => {
    expect((await correct('art_000000000000000000000000', { tone: 'neutral' })).status).toBe(404)
  })
})
