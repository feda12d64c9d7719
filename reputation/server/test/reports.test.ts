/** Reports through the API, on the real database. */
import { createHash } from 'node:crypto'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { boundsOf, periodAfter, periodOf } from '@service/reputation-domain/series/model/month.ts'
import { articles, newCompanyInTheNews, settled } from '@service/reputation-testing/news.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { describe, expect, test } from 'vitest'

const path = '/api/v1/reports'
const scopes = [
  'reports:read',
  'reports:write',
  'articles:write',
  'reputation:read',
  'sentiment:read',
  'webhooks:manage',
]
const lastMonth = periodAfter(periodOf(Date.now(), 'UTC'), -1)
const middle = Math.round((Date.now() - boundsOf(lastMonth, 'UTC').from) / 86_400_000) - 14

type Report = {
  reportId: string
  period: string
  revision: number
  pdfUrl: string
  headline: string
  comment: string | null
}

describe.each(databaseEngines)('reports on $name', (engine) => {
  const service = useService(engine)

  const inTheNews = async () => {
    const client = await newCompanyInTheNews(service, { scopes })
    const send = async (titles: readonly string[], daysAgo: number) => {
      const sent = await client.send('POST', '/api/v1/articles', { articles: articles(titles, daysAgo) })
      expect(sent.status, sent.text).toBe(200)
      await settled(service)
    }
    await send([`${client.name} fined for fraud`, `${client.name} opens a plant`], middle)
    return { ...client, sendArticles: send }
  }

  test('of the last month are made once, listed, read as PDF, and deleted', async () => {
    const client = await inTheNews()
    const made = await client.send<Report>('POST', path, { comment: 'A statement is out.' })
    expect(made.status, made.text).toBe(201)
    expect(made.body).toMatchObject({ period: lastMonth, revision: 1, comment: 'A statement is out.', complete: true })
    const again = await client.send<Report>('POST', path, { comment: 'A statement is out.' })
    expect([again.status, again.body]).toEqual([200, made.body])

    const { reportId, pdfUrl } = made.body
    expect(pdfUrl).toBe(`${service.baseUrl}/api/pdf/report/${reportId}.pdf`)
    const pdf = await fetch(pdfUrl, { headers: { authorization: `Bearer ${client.secret}` } })
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const bytes = Buffer.from(await pdf.arrayBuffer())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.headers.get('etag')).toBe(`"${createHash('sha256').update(bytes).digest('hex')}"`)

    expect((await client.get<{ reports: Report[] }>(path)).body.reports).toEqual([made.body])
    expect((await client.send('DELETE', `${path}/${reportId}`)).status).toBe(204)
    expect((await client.get(`${path}/${reportId}`)).status).toBe(404)
    expect((await fetch(pdfUrl, { headers: { authorization: `Bearer ${client.secret}` } })).status).toBe(404)
  })
})
