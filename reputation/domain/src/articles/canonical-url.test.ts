import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalUrl, publishedAddress } from './canonical-url.ts'

const addressOf = (address: string, base?: string) => canonicalUrl(address, base)?.address
const keyOf = (address: string) => canonicalUrl(address)?.key

describe('the address', () => {
  test.each([
    ['HTTPS://News.Example.ORG/A', 'https://news.example.org/A'],
    ['http://example.org:80/a', 'http://example.org/a'],
    ['https://example.org:443/a', 'https://example.org/a'],
    ['https://example.org:8443/a', 'https://example.org:8443/a'],
    ['https://example.org/a#comments', 'https://example.org/a'],
    ['https://example.org/#!/a/1', 'https://example.org/#!/a/1'],
    ['https://example.org/a?b=2&a=1', 'https://example.org/a?a=1&b=2'],
    ['https://example.org/a?utm_source=x&UTM_Medium=y&id=7&fbclid=z', 'https://example.org/a?id=7'],
    ['https://example.org/a?q=a+b&p=%2B', 'https://example.org/a?p=%2B&q=a+b'],
    ['https://example.org/a?', 'https://example.org/a'],
    ['https://ann:secret@example.org/a', 'https://example.org/a'],
    [' https://example.org/a\n', 'https://example.org/a'],
    ['https://example.org./a', 'https://example.org/a'],
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
    ['https://www.example.org/a', 'https://www.example.org/a'],
  ])('%s is %s', (given, expected) => {
    expect(addressOf(given)).toBe(expected)
  })

  test('is completed by the address it is relative to', () => {
    expect(addressOf('/a', 'https://example.org/feed.xml')).toBe('https://example.org/a')
    expect(addressOf('//example.com/a', 'https://example.org/feed.xml')).toBe('https://example.com/a')
  })

  test.each([
    '',
    '   ',
    '/a',
    'mailto:a@example.org',
    'javascript:alert(1)',
    'tag:example.org,2014:1',
    'http://',
    'data:,a',
  ])('is none for %j', (given) => {
    expect(canonicalUrl(given)).toBeUndefined()
  })

  test('is none for one that is too long', () => {
    expect(canonicalUrl(`https://example.org/${'a'.repeat(5_000)}`)).toBeUndefined()
  })

  test.each([
    [
      'https://www.google.com/url?rct=j&sa=t&url=https://example.org/a%3Fid%3D1&ct=ga&usg=x',
      'https://example.org/a?id=1',
    ],
    ['http://news.google.com/news/url?sa=t&fd=R&url=http://example.org/a', 'http://example.org/a'],
    ['https://www.bing.com/news/apiclick.aspx?ref=FexRss&url=https%3a%2f%2fexample.org%2fa', 'https://example.org/a'],
    ['https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.org%2Fa%3Ffbclid%3Dx&h=y', 'https://example.org/a'],
    ['https://r.search.yahoo.com/_ylt=x/RV=2/RU=https%3a%2f%2fexample.org%2fa/RK=2/RS=z-', 'https://example.org/a'],
    ['http://us.rd.yahoo.com/finance/news/rss/story/*http://example.org/a', 'http://example.org/a'],
    ['https://example-org.cdn.ampproject.org/c/s/example.org/a/amp', 'https://example.org/a/amp'],
    ['https://www.google.co.uk/amp/s/example.org/a', 'https://example.org/a'],
    [
      'https://www.google.com/url?url=https%3A%2F%2Fl.facebook.com%2Fl.php%3Fu%3Dhttps%253A%252F%252Fexample.org%252Fa',
      'https://example.org/a',
    ],
    ['https://www.google.com/url?url=javascript:alert(1)', 'https://www.google.com/url?url=javascript:alert(1)'],
    ['https://example.org/url?url=https://example.com/', 'https://example.org/url?url=https://example.com/'],
  ])('of %s is its target', (given, expected) => {
    expect(addressOf(given)).toBe(expected)
  })
})

test.each([
  ['https://example.org', 'https://example.org'],
  ['https://Example.org/a?b=2&a=1&utm_source=x#top', 'https://Example.org/a?b=2&a=1&utm_source=x#top'],
  [' https://example.org/a\n', 'https://example.org/a'],
  ['https://ann:secret@example.org/a?b=2&a=1', 'https://example.org/a?b=2&a=1'],
  ['https://bücher.example/ä b', 'https://xn--bcher-kva.example/%C3%A4%20b'],
  ['/a?b=2&a=1', 'https://example.org/a?b=2&a=1'],
  ['https://www.google.com/url?url=https://example.org/a%3Fb%3D2%26a%3D1', 'https://example.org/a?b=2&a=1'],
  ['javascript:alert(1)', undefined],
])('%s is published as %s', (given, expected) => {
  expect(publishedAddress(given, 'https://example.org/feed.xml')).toBe(expected)
})

describe('the key', () => {
  test.each([
    'http://example.org/a/b',
    'https://example.org/a/b/',
    'https://www.example.org/a/b',
    'https://m.example.org/a/b',
    'https://mobile.example.org/a/b',
    'https://amp.example.org/a/b',
    'https://www.m.example.org/a/b',
    'https://example.org/amp/a/b',
    'https://example.org/a/b/amp/',
    'https://example.org/a/b?amp',
    'https://example.org/a/b?outputType=amp',
    'https://example.org/a//b',
    'https://example.org/a/b/index.html',
    'https://EXAMPLE.org/a/b?utm_campaign=x#top',
  ])('of %s is that of the article', (given) => {
    expect(keyOf(given)).toBe('example.org/a/b')
  })

  test.each([
    ['https://example.org/a?id=1', 'https://example.org/a?id=2'],
    ['https://example.org/A', 'https://example.org/a'],
    ['https://example.org/a', 'https://news.example.org/a'],
    ['https://m.com/a', 'https://com/a'],
    ['https://example.org:8080/a', 'https://example.org/a'],
    ['https://example.org/ampere', 'https://example.org/ere'],
    ['https://example.org/example', 'https://example.org/ex'],
  ])('tells %s and %s apart', (one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other))
  })
})

test('a canonical address is its own canonical address, with the same key', () => {
  fc.assert(
    fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (given) => {
      const once = canonicalUrl(given)
      if (once) expect(canonicalUrl(once.address)).toEqual(once)
    }),
    { numRuns: 500 },
  )
})
