/** Articles of a company's own: what is taken in, what is refused, and for whom it counts. */

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from '@service/foundation/admin/command.ts'
import { CommandInput } from '@service/foundation/admin/command-input.ts'
import { byTester as by } from '@service/foundation-testing/acts.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { articlesImport } from '@service/reputation-server/news/imports/import-commands.ts'
import type { ImportResponse } from '@service/reputation-server/news/imports/import-response.ts'
import { newClient } from '@service/reputation-testing/client.ts'
import {
  articles,
  type InTheNews,
  newCompanyInTheNews,
  newSubject,
  send,
  settled,
} from '@service/reputation-testing/news.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

const path = '/api/v1/articles'
type Sentiment = { days: { articleCount: number }[] }

describe.each(featureEngines)('articles on $name', (engine) => {
  const service = useService(engine)
  const company = beforeTests(() => newCompanyInTheNews(service))

  const sendText = async (client: InTheNews, type: string, body: string | Uint8Array<ArrayBuffer>) => {
    const response = await fetch(`${service.baseUrl}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${client.secret}`, 'Content-Type': type },
      body,
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: JSON.parse(text) as ImportResponse }
  }
  const countOf = async (client: InTheNews) =>
    (await client.get<Sentiment>('/api/v1/sentiment', { days: '3' })).body.days.reduce(
      (sum, { articleCount }) => sum + articleCount,
      0,
    )
  const at = new Date(Date.now() - 3_600_000).toISOString()

  test('are counted once they are in, and cost one request each', async () => {
    const own = await newCompanyInTheNews(service)
    const body = {
      articles: articles([`${own.name} opens a plant`, `${own.name} wins a prize`, 'Nothing of interest']),
    }
    const before = Number((await own.get('/api/v1/sentiment')).headers.get('X-Service-Quota-Remaining'))
    const response = await own.send<ImportResponse>('POST', path, body)
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({
      status: 'done',
      accepted: 3,
      rejected: 0,
      done: 3,
      created: 3,
      rejections: [],
    })
    expect(Number(response.headers.get('X-Service-Quota-Remaining'))).toBe(before - 3)
    await settled(service)
    expect(await countOf(own)).toBe(2)

    const again = await own.send<ImportResponse>('POST', path, body)
    expect(again.body).toMatchObject({ status: 'done', created: 0, updated: 0, unchanged: 3 })
    await settled(service)
    const { checks } = (await (await fetch(`${service.baseUrl}/readyz`)).json()) as { checks: unknown[] }
    expect(checks).toContainEqual({ name: 'news', ready: true, waiting: expect.any(Number) })
    expect(await countOf(own)).toBe(2)
  })

  test('come as lines of JSON, of which valid ones are stored and others rejected', async () => {
    const own = await newCompanyInTheNews(service)
    const good = (index: number) =>
      JSON.stringify({
        id: `n${index}`,
        url: `https://example.org/${own.name}/${index}`,
        title: `${own.name} item ${index}`,
        publishedAt: at,
      })
    const lines = Buffer.concat([
      Buffer.from(`${good(1)}\n`),
      Buffer.from('{"title":"no date","url":"https://example.org/x"}\n'),
      Buffer.from('not json\n'),
      Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 0x0a]),
      Buffer.from(`${good(2)}\n`),
      Buffer.from(`{"title":"${'x'.repeat(2_000_000)}"}\n`),
      Buffer.from(`${good(1)}\n`),
      Buffer.from(`{"id":"y","title":"year one","publishedAt":"0001-01-01T00:00:00Z"}\n`),
      Buffer.from(`{"id":"z","title":"far ahead","publishedAt":"9999-12-31T00:00:00Z"}`),
    ])
    const { status, body } = await sendText(own, 'application/x-ndjson', lines)
    expect(status).toBe(200)
    expect(body).toMatchObject({ accepted: 2, rejected: 7, created: 2 })
    expect(body.rejections.map(({ line, code }) => [line, code])).toEqual([
      [2, 'missing-field'],
      [3, 'not-json'],
      [4, 'not-utf-8'],
      [6, 'too-long'],
      [7, 'duplicate-id'],
      [8, 'invalid-field'],
      [9, 'invalid-field'],
    ])
    for (const { reason } of body.rejections) expect(reason).toMatch(/\w/)
    await settled(service)
    expect(await countOf(own)).toBe(2)
  })

  test('come as JSON over several lines, each counted as a line of its own', async () => {
    const good = { id: 'pretty', title: 'A\nB', publishedAt: at }
    const body = JSON.stringify({ articles: [{ title: 'none' }, good] }, null, 2)
    const response = await sendText(company, 'application/json', body)
    expect([response.status, response.body]).toMatchObject([200, { accepted: 1, rejections: [{ line: 1 }] }])
  })

  test('come as CSV', async () => {
    const own = await newCompanyInTheNews(service)
    const csv = `title,url,publishedAt,outlet\r\n"${own.name}, again",https://example.org/${own.name}/csv,${at},Example\r\nshort,row\r\n`
    const { body } = await sendText(own, 'text/csv; charset=utf-8', csv)
    expect(body).toMatchObject({ accepted: 1, rejected: 1, created: 1 })
    expect(body.rejections).toMatchObject([{ line: 3, code: 'wrong-columns' }])
  })

  test('are not visible to other companies, nor is an import', async () => {
    const subject = await newSubject(service)
    const [mine, theirs] = [
      await newCompanyInTheNews(service, { subject }),
      await newCompanyInTheNews(service, { subject }),
    ]
    await send(service, mine, [`${mine.name} sued over deadly fire`])
    expect([await countOf(mine), await countOf(theirs)]).toEqual([1, 0])
    expect((await theirs.get<{ alerts: unknown[] }>('/api/v1/alerts')).body.alerts).toEqual([])
    expect((await theirs.get('/api/v1/reputation')).status).toBe(404)

    const { body } = await mine.get<{ imports: ImportResponse[] }>(`${path}/imports`)
    expect(body.imports).toHaveLength(1)
    const { importId } = body.imports[0]!
    expect((await mine.get(`${path}/imports/${importId}`)).body).toMatchObject({ importId, status: 'done', created: 1 })
    expect((await theirs.get(`${path}/imports/${importId}`)).status).toBe(404)
    expect((await theirs.get<{ imports: unknown[] }>(`${path}/imports`)).body.imports).toEqual([])
  })

  test('a large import shows its progress', async () => {
    const own = await newCompanyInTheNews(service)
    const titles = Array.from({ length: 2_500 }, (_, index) => `${own.name} item ${index}`)
    const response = await own.send<ImportResponse>('POST', path, { articles: articles(titles) })
    expect([200, 202]).toContain(response.status)
    const progress = () => own.get<ImportResponse>(`${path}/imports/${response.body.importId}`)
    await expect.poll(async () => (await progress()).body.status).toBe('done')
    expect((await progress()).body).toMatchObject({ accepted: 2_500, done: 2_500, created: 2_500 })
  })

  test('imported by an operator leave an audit event', async () => {
    const { name } = await newSubject(service)
    const folder = mkdtempSync(join(tmpdir(), 'import-'))
    writeFileSync(
      join(folder, 'news.ndjson'),
      JSON.stringify({ title: `${name} opens a plant`, url: 'https://o.example.org/1', publishedAt: new Date() }),
    )
    const { administration: admin } = service
    const run = (command: Command, ...words: string[]) =>
      command.run({ admin, by, input: new CommandInput(command, words, folder) })
    await run(articlesImport, 'news.ndjson')
    const { rows } = await sql<{ action: string; after: unknown }>`
      select action, after from audit_events where action = 'articles.import'`.execute(admin.db.connection)
    expect(rows).toEqual([{ action: 'articles.import', after: { rows: 1, rejected: 0 } }])
    rmSync(folder, { recursive: true })
  })

  describe('are refused', () => {
    test.each([
      ['an empty list', { articles: [] }],
      ['no list', { articles: 'x' }],
      ['nothing', {}],
      ['an unknown field', { articles: [{}], more: 1 }],
      ['a list', [{ articles: [] }]],
      ['too many articles', { articles: Array(50_001).fill(0) }],
      ['articles of which none is good', { articles: [{ title: 'x' }, {}, 7, null, 'text'] }],
    ])('where the body is %s', async (_what, body) => {
      const before = await company.get<{ imports: unknown[] }>(`${path}/imports`)
      const response = await company.send('POST', path, body)
      expect(response.status, response.text).toBe(400)
      expect(response.body).toMatchObject({ error: 'Bad Request', code: 'invalid-request' })
      expect((await company.get(`${path}/imports`)).body).toEqual(before.body)
    })

    test.each([
      ['text/csv', 'a,b\n1,2\n', 400],
      ['text/csv', '', 400],
      ['application/x-ndjson', '\n\n', 400],
      ['application/x-ndjson', randomBytes(300_000), 400],
      ['application/x-ndjson', '\n'.repeat(1_100_000), 413],
      ['application/xml', '<a/>', 415],
      ['application/json', '{"articles": [', 400],
      ['application/json', '', 400],
      ['application/x-ndjson', Buffer.alloc(17 * 1_048_576, 'x'), 413],
    ])('as %s without articles', async (type, body, status) => {
      expect((await sendText(company, type, body as string)).status).toBe(status)
    })

    test('without a body and a content type', async () => {
      const headers = { Authorization: `Bearer ${company.secret}` }
      const response = await fetch(`${service.baseUrl}${path}`, { method: 'POST', headers })
      expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid-request' }])
    })

    test('without the scope', async () => {
      const reader = await newClient(service, ['alerts:read'])
      expect((await reader.send('POST', path, { articles: articles(['x']) })).status).toBe(403)
    })
  })
})
