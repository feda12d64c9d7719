import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test.each([
  ['<p>Widgets <b>burn</b>.</p><p>Maker recalls them.</p>', 'Widgets burn . Maker recalls them.'.replace(' .', '.')],
  ['AT&amp;T &#8217;s &quot;deal&quot; &#x2014; &eacute;', 'AT&T ’s "deal" — é'],
  ['5 < 6 and 7 > 2', '5 < 6 and 7 > 2'],
  ['a<br/>b<script>alert(1)</script>c<style>p{}</style>', 'a b c'],
  ['a<!-- b -->c', 'a c'],
  ['&bogus; &#xffffff; &#0; & &amp', '&bogus; &#xffffff; & &amp'],
  ['&#147;quoted&#148;', '“quoted”'],
  ['  much \n\t space ', 'much space'],
  ['', ''],
])('%j reads %j', (html, text) => {
  expect(plainText(html, 1_000)).toBe(text)
})

test('text is cut at its limit, and markup without end takes no time', () => {
  expect(plainText('word '.repeat(1_000), 14)).toBe('word word word')
  for (const part of ['<a ', '<!--', '<script>', '<p', '&#', '<'])
    expect(plainText(part.repeat(500_000), 100).length).toBeLessThanOrEqual(100)
})
