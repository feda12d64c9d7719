/** `GET /api/v1/sentiment`: the days that are asked for, and what each holds. */
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import type { SentimentSeries } from '@service/reputation-server/news/read/read-sentiment.ts'
import { isoDay, newCompanyInTheNews, send } from '@service/reputation-testing/news.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { beforeAll, describe, expect, test } from 'vitest'

const path = '/api/v1/sentiment'

describe.each(featureEngines)('the daily sentiment on $name', (engine) => {
  const service = useService(engine)
  const company = beforeTests(() => newCompanyInTheNews(service))
  beforeAll(async () => {
    const { name } = company
    await send(service, company, [`${name} accused of fraud`, `${name} hit by deadly explosion`], 2)
    await send(service, company, [`${name} wins award for outstanding quality`], 4)
  })

  const read = (query: Record<string, string> = {}) => company.get<SentimentSeries>(path, query)

  test('has one entry for each day without gaps, oldest first, and none of a day without news is neutral', async () => {
    const { status, body } = await read()
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['company', 'subject', 'days'])
    expect(body.company).toMatchObject({ id: company.companyId })
    expect(body.subject).toEqual({ id: company.subjectId, name: company.name })
    expect(body.days.map(({ date }) => date)).toEqual(Array.from({ length: 30 }, (_, index) => isoDay(29 - index)))
    for (const day of body.days) {
      expect(Object.keys(day).sort()).toEqual([
        'articleCount',
        'articlesPath',
        'averageScore',
        'date',
        'negative',
        'neutral',
        'positive',
        'unjudged',
        'unjudgedPath',
      ])
      expect(day.articleCount).toBe(day.positive + day.neutral + day.negative)
      expect(day.averageScore === null).toBe(day.articleCount === 0)
      expect(String(day.averageScore ?? 0).length).toBeLessThanOrEqual('-0.1234'.length)
    }
    const withNews = body.days.filter(({ articleCount }) => articleCount > 0)
    expect(withNews.map(({ date, articleCount }) => [date, articleCount])).toEqual([
      [isoDay(4), 1],
      [isoDay(2), 2],
    ])
    expect(withNews[0]!.averageScore).toBeGreaterThan(0)
    expect(withNews[1]!.averageScore).toBeLessThan(0)
    expect(withNews[1]).toMatchObject({ negative: 2 })
  })

  test('is read for a number of days, or between two days', async () => {
    expect((await read({ days: '1' })).body.days.map(({ date }) => date)).toEqual([isoDay(0)])
    expect((await read({ days: '365' })).body.days).toHaveLength(365)
    const range = await read({ from: isoDay(4), to: isoDay(2) })
    expect(range.body.days.map(({ articleCount }) => articleCount)).toEqual([1, 0, 2])
    expect((await read({ from: isoDay(1) })).body.days).toHaveLength(2)
    expect((await read({ from: '2001-01-01', to: '2001-01-02' })).body.days).toHaveLength(2)
  })

  test.each([
    [{ days: '0' }, 'query.days'],
    [{ days: '366' }, 'query.days'],
    [{ days: '1.5' }, 'query.days'],
    [{ days: 'x' }, 'query.days'],
    [{ from: 'yesterday' }, 'query.from'],
    [{ from: '2026-02-30' }, 'query.from'],
    [{ to: '2026-01-01' }, 'query.from'],
    [{ from: '2026-01-02', to: '2026-01-01' }, 'query.to'],
    [{ from: '2020-01-01', to: '2026-01-01' }, 'query.to'],
    [{ from: '2026-01-01', to: '2099-01-01' }, 'query.to'],
    [{ days: '3', from: '2026-01-01' }, 'query.days'],
    [{ page: '2' }, 'query.page'],
  ])('%j is refused', async (query, fault) => {
    const response = await company.get<{ details: { path: string }[] }>(
      path,
      query as unknown as Record<string, string>,
    )
    expect(response.status, response.text).toBe(400)
    expect(response.body.details.map(({ path }) => path)).toContain(fault)
  })

  test('comes as CSV, a row for each day', async () => {
    const { text, headers } = await company.get(path, { days: '3', format: 'csv' })
    expect(headers.get('content-type')).toMatch(/^text\/csv/)
    const lines = text.trim().split('\r\n')
    expect(lines[0]).toBe('date,averageScore,articleCount,positive,neutral,negative,sample,unjudged')
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([isoDay(2), isoDay(1), isoDay(0)])
    expect(lines[2]).toBe(`${isoDay(1)},,0,0,0,0,false,0`)
  })

  test('is 304 when unchanged, and costs nothing', async () => {
    const { headers } = await read({ days: '10' })
    const etag = headers.get('ETag')!
    const again = await company.get(path, { days: '10' }, { 'If-None-Match': etag })
    expect([again.status, again.text]).toEqual([304, ''])
    const left = Number((await read({ days: '10' })).headers.get('X-Service-Quota-Remaining'))
    expect(left).toBe(Number(headers.get('X-Service-Quota-Remaining')) - 1)
    expect((await company.get(path, { days: '11' }, { 'If-None-Match': etag })).status).toBe(200)
    expect((await company.get(path, { days: '10', format: 'csv' }, { 'If-None-Match': etag })).status).toBe(200)
  })

  test('of a company that follows nothing is empty', async () => {
    const nobody = await newCompanyInTheNews(service)
    const { body } = await nobody.get<SentimentSeries>(path, { days: '2' })
    expect(body.days.map(({ averageScore }) => averageScore)).toEqual([null, null])
  })
})
