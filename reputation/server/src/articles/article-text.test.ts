import { expect, test } from 'vitest'
import { articleText, pageLimits } from './article-text.ts'

const address = 'https://www.example.org/news/1?utm_source=rss'
const sentence =
  'The widget maker said on Monday that it would take back two million widgets after fires in three states.'
const paragraphs = `<p>${sentence}</p>`.repeat(6)
const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>Widgets recalled</title>${head}</head><body><nav><a href="/">Home</a><a href="/sport">Sport</a></nav><article><h1>Widgets recalled</h1>${body}</article><footer>All rights reserved</footer></body></html>`

test('an article is found among navigation, scripts and footers', () => {
  const found = articleText(page(`${paragraphs}<script>track()</script>`), address)
  expect(found).toMatchObject({ title: 'Widgets recalled', language: 'en' })
  expect(found!.text.startsWith(sentence)).toBe(true)
  expect(found!.text).not.toMatch(/track|Sport|rights/)
})

test.each([
  ['a page of the same site', '<link rel="canonical" href="/news/1">', 'https://www.example.org/news/1'],
  ['another host of it', '<link rel="canonical" href="https://news.example.org/1">', 'https://news.example.org/1'],
  [
    'what it tells social networks',
    '<meta property="og:url" content="https://example.org/news/1">',
    'https://example.org/news/1',
  ],
  ['not a page of another site', '<link rel="canonical" href="https://example.com/1">', undefined],
  ['not a script', '<link rel="canonical" href="javascript:alert(1)">', undefined],
  ['not nothing', '<link rel="canonical" href="">', undefined],
])('its own address is %s', (_, head, expected) => {
  expect(articleText(page(paragraphs, head), address)?.canonicalUrl).toBe(expected)
})

test.each([
  ['empty', ''],
  ['a few words', page('<p>Subscribe to read.</p>')],
  ['no page', '\u0000\u0001\u0002'],
  ['endless', page('x'.repeat(pageLimits.length))],
  ['nested without end', page('<div>'.repeat(100_000) + paragraphs)],
  ['nothing but elements', page('<b>x</b>'.repeat(100_000))],
])('a page that is %s has none', (_, html) => {
  expect(articleText(html, address)).toBeUndefined()
})

test('text is cut at its limit', () => {
  expect(articleText(page(`<p>${sentence}</p>`.repeat(1_500)), address)!.text.length).toBeLessThanOrEqual(
    pageLimits.textLength,
  )
})
