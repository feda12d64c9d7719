import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ReadRow, type RowFormat, readArticleRows } from './read-article-rows.ts'

const now = new Date('2026-11-20T12:00:00Z')
const published = Date.parse('2026-11-19T09:30:00Z')

async function read(
  content: string | Uint8Array,
  format: RowFormat,
  given: { pieces?: number; maxLineBytes?: number } = {},
) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const size = given.pieces ?? (bytes.length || 1)
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  )
  const rows: ReadRow[] = []
  for await (const some of readArticleRows(chunks, { format, now, ...given })) rows.push(...some)
  return rows
}
/** `line: title` for a good row, `line: code` for a bad one. */
const summary = (rows: readonly ReadRow[]) =>
  rows.map((row) => `${row.line}: ${row.kind === 'row' ? row.row.title : row.code}`)
const json = (given: object = {}) =>
  JSON.stringify({ id: 'a', title: 'A', url: 'https://example.org/a', publishedAt: '2026-11-19T09:30:00Z', ...given })

describe('NDJSON', () => {
  test('is read by the usual names of fields, numbers for ids and dates included', async () => {
    const rows = await read(
      [
        JSON.stringify({
          id: 4,
          title: 'Widgets &amp; fires',
          url: 'http://example.org/4',
          outlet: 'Widget News',
          host: 'example.org',
          story: 'x',
          publishedAt: '2026-11-19T09:30:00Z',
          language: 'en',
        }),
        JSON.stringify({
          GUID: 'b',
          headline: 'B',
          link: 'https://example.org/b',
          pubDate: published / 1_000,
          summary: '<p>Lead.</p>',
          source: 'W',
          modified: published,
        }),
      ].join('\n'),
      'ndjson',
    )
    expect(rows).toEqual([
      {
        kind: 'row',
        line: 1,
        row: {
          guid: '4',
          title: 'Widgets & fires',
          url: 'http://example.org/4',
          outlet: { name: 'Widget News' },
          published,
          language: 'en',
        },
      },
      {
        kind: 'row',
        line: 2,
        row: {
          guid: 'b',
          title: 'B',
          url: 'https://example.org/b',
          text: 'Lead.',
          outlet: { name: 'W' },
          published,
          updated: published,
        },
      },
    ])
  })

  test('with bad rows keeps the good ones and reports each bad one', async () => {
    const content = Buffer.concat([
      Buffer.from(`\ufeff${json()}\r\n\r\n{"id": "cut\n[1]\n"text"\n${json({ id: 'b', title: '' })}\n`),
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x0a]),
      Buffer.from(
        `${json({ id: 'c', url: 'ftp://example.org/', publishedAt: 'yesterday' })}\n${json({ title: 'again' })}\n`,
      ),
      Buffer.from(`${json({ title: 'A later', updatedAt: '2026-11-19T10:00:00Z' })}\n${json({ id: 'd', title: 'D' })}`),
    ])
    const rows = await read(content, 'ndjson')
    expect(summary(rows)).toEqual([
      '1: A',
      '3: not-json',
      '4: not-json',
      '5: not-json',
      '6: missing-field',
      '7: not-utf-8',
      '8: invalid-field',
      '9: duplicate-id',
      '10: A later',
      '11: D',
    ])
    expect(rows[6]).toMatchObject({
      reason: 'publishedAt must be a date such as 2026-11-20T09:30:00Z; url must be an http or https URL',
    })
    expect(rows[7]).toMatchObject({ reason: 'id "a" is already in line 1' })
  })

  test.each([
    ['title is missing', { title: ' <b></b> ' }],
    ['title must be a text; title is missing', { title: ['A'] }],
    ['publishedAt is missing', { publishedAt: null }],
    ['publishedAt must be after 1970 and at most a day in the future', { publishedAt: '0001-01-01' }],
    ['publishedAt must be after 1970 and at most a day in the future', { publishedAt: '9999-12-31' }],
    ['url must be an http or https URL', { url: 'http://[::1/x' }],
    ['url must be an http or https URL', { url: 'https://a.example.org:99999/' }],
    ['url must have at most 4096 characters', { url: `https://a.example.org/${'x'.repeat(4_096)}` }],
    ['url or id is required', { id: '', url: undefined }],
  ])('refuses a row because %s', async (reason, given) => {
    expect(await read(json(given), 'ndjson')).toMatchObject([{ kind: 'rejected', reason }])
  })

  test('needs no address where there is an id, and no id where there is an address', async () => {
    expect(summary(await read(`${json({ url: undefined })}\n${json({ id: undefined })}`, 'ndjson'))).toEqual([
      '1: A',
      '2: A',
    ])
  })

  test('drops a line of ten megabytes as it comes', async () => {
    const content = `${json()}\n${'x'.repeat(10_000_000)}\n${json({ id: 'b', title: 'B' })}`
    expect(summary(await read(content, 'ndjson', { pieces: 65_536 }))).toEqual(['1: A', '2: too-long', '3: B'])
    expect(summary(await read('x'.repeat(2_000_000), 'ndjson'))).toEqual(['1: too-long'])
  })

  test('leaves out characters that no database can store', async () => {
    const [row] = await read(
      '{"id":"a\\u0000","title":"A\\ud800\\u0000b 🙂","publishedAt":"2026-11-19","text":"\\u0007x"}',
      'ndjson',
    )
    expect(row).toMatchObject({ row: { guid: 'a', title: 'Ab 🙂', text: 'x' } })
  })

  test('that is empty has no rows', async () => {
    expect(await read('', 'ndjson')).toEqual([])
    expect(await read('\n\n', 'ndjson')).toEqual([])
  })
})

describe('CSV', () => {
  const header = 'id,title,url,publishedAt'
  const line = (id: string, title: string) => `${id},${title},https://example.org/${id},2026-11-19T09:30:00Z`

  test('is read with quotes, commas and line ends in fields', async () => {
    const content = `${header}\r\n${line('a', '"A, ""quoted"""')}\r\n${line('b', '"over\ntwo lines"')}\r\n${line('c', 'C')}`
    expect(summary(await read(content, 'csv'))).toEqual(['2: A, "quoted"', '3: over two lines', '5: C'])
  })

  test.each([
    [';', 'a semicolon'],
    ['\t', 'a tab'],
  ])('may be divided by %j, %s', async (delimiter) => {
    expect(summary(await read(`${header}\n${line('a', 'A')}`.replaceAll(',', delimiter), 'csv'))).toEqual(['2: A'])
  })

  test('with an unclosed quote loses only that line', async () => {
    const content = `${header}\n${line('a', 'A')}\n${line('b', '"open')}\n${line('c', 'C')}\n${line('d', 'D')}`
    expect(summary(await read(content, 'csv'))).toEqual(['2: A', '3: unclosed-quote', '4: C', '5: D'])
    const long = [header, line('b', '"open'), ...Array.from({ length: 3_000 }, (_, i) => line(`r${i}`, 'R'))].join('\n')
    const rows = await read(long, 'csv')
    expect(summary(rows.slice(0, 2))).toEqual(['2: unclosed-quote', '3: R'])
    expect(rows).toHaveLength(3_001)
  })

  test('with nothing but unclosed quotes is given up, and says so', async () => {
    const rows = await read(`${header}\n${'a","\n'.repeat(200_000)}`, 'csv')
    expect(rows).toHaveLength(100)
    expect(rows.at(-1)).toMatchObject({ reason: expect.stringContaining('nothing more was read') })
  })

  test('reads a field over several lines, whichever way its quotes stand', async () => {
    const fields = fc.array(fc.stringMatching(/^[a",;\n]{0,6}$/), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(fields, async (texts) => {
        const quoted = texts.map((text) => `"${text.replaceAll('"', '""')}"`)
        const rows = await read(`${header},more\n${line('a', 'A')},${quoted.join('')}\n${line('b', 'B')},x`, 'csv')
        expect(rows.at(-1)).toMatchObject({ row: { title: 'B' } })
      }),
    )
  })

  test('with bad rows keeps the good ones and reports each bad one', async () => {
    const content = Buffer.concat([
      Buffer.from(`${header}\n${line('a', 'A')}\n\nonly,two\n${line('b', 'B')},more\n${line('a', 'A')}\n`),
      Buffer.from([0x61, 0xff, 0x0a]),
      Buffer.from(`${line('c', '5" disk')}\n`),
    ])
    expect(summary(await read(content, 'csv'))).toEqual([
      '2: A',
      '4: wrong-columns',
      '5: wrong-columns',
      '6: duplicate-id',
      '7: not-utf-8',
      '8: 5" disk',
    ])
  })

  test.each(['', 'title,url\nA,https://example.org', 'a,b,c\n1,2,3', '"title,publishedAt,url'])(
    'whose first line does not name the columns has no rows: %j',
    async (content) => {
      const rows = await read(content, 'csv')
      expect(rows.map((row) => row.kind)).toEqual(content === '' ? [] : ['rejected'])
    },
  )

  test('may have its columns in any order and case, and others between', async () => {
    const rows = await read(`Extra,PUBLISHED,Headline,Link\nx,2026-11-19T09:30:00Z,A,https://example.org/a`, 'csv')
    expect(rows).toMatchObject([{ row: { title: 'A', published, url: 'https://example.org/a' } }])
  })
})

test('chunk boundaries make no difference, and no bytes make it fail', async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc
      .array(fc.constantFrom('a', '"', ',', '\n', '\r\n', json(), 'id,title,url,publishedAt\n', '\ufeff', '{'), {
        maxLength: 30,
      })
      .map((parts) => Buffer.from(parts.join(''))),
  )
  await fc.assert(
    fc.asyncProperty(
      bytes,
      fc.integer({ min: 1, max: 50 }),
      fc.constantFrom<RowFormat>('csv', 'ndjson'),
      async (content, pieces, format) => {
        expect(await read(content, format, { pieces })).toEqual(await read(content, format))
      },
    ),
    { numRuns: 400 },
  )
})

const corpus = process.env.TEST_DATA_DIR && join(process.env.TEST_DATA_DIR, 'news', 'articles.jsonl.gz')
const isPresent = corpus !== undefined && existsSync(corpus)
if (!isPresent) console.info('TEST_DATA_DIR names no folder with news: the test that reads them is skipped.')

test.runIf(isPresent)('a corpus of 100,000 articles is read without a bad row', async () => {
  const bytes = gunzipSync(readFileSync(corpus!))
  const begun = performance.now()
  const rows = await read(bytes, 'ndjson', { pieces: 65_536 })
  console.info(`${rows.length} rows in ${Math.round(performance.now() - begun)} ms.`)
  expect(rows).toHaveLength(100_303)
  expect(rows.filter(({ kind }) => kind === 'rejected')).toEqual([])
})
