import { expect, test } from 'vitest'
import { articleText, pageLimits } from './article-text.ts'

const sentence =
  'The widget maker said on Monday that it would take back two million widgets after fires in three states.'
const paragraphs = `<p>${sentence}</p>`.repeat(6)
const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>Widgets recalled</title>${head}</head><body><nav><a href="/">Home</a><a href="/sport">Sport</a></nav><article><h1>Widgets recalled</h1>${body}</article><footer>All rights reserved</footer></body></html>`

test('an article is found among navigation, scripts and footers', () => {
  const found = articleText(page(`${paragraphs}<script>track()</script>`))
  expect(found!.startsWith(sentence)).toBe(true)
  expect(found).not.toMatch(/track|Sport|rights/)
})

test.each([
  ['no body', `<!doctype html><html><head><title>x</title></head><article>${paragraphs}</article></html>`],
  ['nothing but a title and text', `<!doctype html><title>x</title>${paragraphs}`],
])('an article is found on a page that has %s', (_, html) => {
  expect(articleText(html)?.startsWith(sentence)).toBe(true)
})

test.each([
  ['empty', ''],
  ['a few words', page('<p>Subscribe to read.</p>')],
  ['no page', '\u0000\u0001\u0002'],
  ['endless', page('x'.repeat(pageLimits.length))],
  ['nested without end', page('<div>'.repeat(100_000) + paragraphs)],
  ['torn to pieces', page('<'.repeat(1_900_000))],
  ['nothing but entities', page('&amp;'.repeat(300_000))],
  ['nothing but elements', page('<b>x</b>'.repeat(100_000))],
])('a page that is %s has no article', (_, html) => {
  expect(articleText(html)).toBeUndefined()
})

test('text is cut at its limit', () => {
  expect(articleText(page(`<p>${sentence}</p>`.repeat(1_500)))!.length).toBeLessThanOrEqual(pageLimits.textLength)
})
