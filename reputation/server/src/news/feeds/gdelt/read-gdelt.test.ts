import { describe, expect, test } from 'vitest'
import { pageAddress, searchAddress } from './gdelt-search.ts'
import { readGdelt } from './read-gdelt.ts'

const read = (text: string) => readGdelt(new TextEncoder().encode(text))
const row = {
  url: 'https://news.example.org/widgets',
  url_mobile: '',
  title: 'Example Works , maker of widgets , recalls 10 % of them',
  seendate: '20261120T093000Z',
  socialimage: '',
  domain: 'news.example.org',
  language: 'Spanish',
  sourcecountry: 'Spain',
}

describe('a response of GDELT', () => {
  test('becomes items, with signs where they belong and the language as a code', () => {
    expect(read(JSON.stringify({ articles: [row] }))).toEqual({
      kind: 'articles',
      count: 1,
      lastSeen: new Date('2026-11-20T09:30:00Z'),
      feed: {
        format: 'json',
        version: 'gdelt',
        title: '',
        items: [
          {
            url: row.url,
            title: 'Example Works, maker of widgets, recalls 10% of them',
            text: '',
            published: Date.parse('2026-11-20T09:30:00Z'),
            language: 'es',
          },
        ],
      },
    })
  })

  test.each(['{}', '', '{"articles": []}', '{"articles": null}'])('%j has no articles', (text) => {
    expect(read(text)).toMatchObject({ kind: 'articles', count: 0, lastSeen: undefined })
  })

  test('is read although its titles have escapes that JSON does not know, and line ends', () => {
    const text = `${String.raw`{"articles": [{"url": "https://a.example/1", "title": "The \'best\' C:\x \"quoted\" \\ Ltd`}\n!"}]}`
    expect(read(text)).toMatchObject({
      count: 1,
      feed: { items: [{ title: String.raw`The \'best\' C:\x "quoted" \ Ltd!` }] },
    })
  })

  test.each<[string, object]>([
    [
      'Your query was too short or too long.',
      { kind: 'refused', message: 'GDELT says: Your query was too short or too long.' },
    ],
    [
      '<html><body>The specified\nphrase is too short.</body></html>',
      { kind: 'refused', message: 'GDELT says: The specified phrase is too short.' },
    ],
    ['Please limit requests to one every 5 seconds or contact us', { kind: 'rate-limited' }],
    ['"text"', { kind: 'refused' }],
    ['{"articles": [', { kind: 'refused' }],
  ])('%j is a fault', (text, expected) => {
    expect(read(text)).toMatchObject(expected)
  })

  test.each<[string, unknown]>([
    ['no object', 7],
    ['null', null],
    ['no address', { ...row, url: undefined }],
    ['no title', { ...row, title: 3 }],
    ['an address without end', { ...row, url: `https://a.example/${'x'.repeat(5_000)}` }],
  ])('a row with %s is left out, and the others stay', (_what, wrong) => {
    expect(read(JSON.stringify({ articles: [wrong, row] }))).toMatchObject({
      count: 2,
      feed: { items: [{ url: row.url }] },
    })
  })

  test('an odd date or language is none, and more rows than a page has are cut', () => {
    const page = read(JSON.stringify({ articles: Array(300).fill({ ...row, seendate: '2026', language: 'Klingon' }) }))
    expect(page).toMatchObject({ count: 250, lastSeen: undefined })
    expect(page.kind === 'articles' && Object.keys(page.feed.items[0]!)).toEqual(['url', 'title', 'text'])
  })
})

test('a page is asked for oldest first, at the address that is configured', () => {
  const span = { from: new Date('2026-11-20T07:00:00.500Z'), to: new Date('2026-11-20T09:30:00Z') }
  expect(pageAddress(searchAddress('"Acme & Co" sourcelang:english'), 'http://127.0.0.1:1/doc?key=1', span)).toBe(
    'http://127.0.0.1:1/doc?key=1&query=%22Acme+%26+Co%22+sourcelang%3Aenglish&mode=artlist&format=json&maxrecords=250' +
      '&sort=dateasc&startdatetime=20261120070000&enddatetime=20261120093000',
  )
})
