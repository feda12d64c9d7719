import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalUrl } from './canonical-url.ts'
import { identify, identityKeys, type Observation } from './identity.ts'
import { firstPublished, latest, type Revision } from './revision.ts'

const observation = (given: Partial<Omit<Observation, 'url'>> & { url?: string }): Observation => ({
  title: 'Widget maker recalls widgets',
  ...given,
  url: given.url === undefined ? undefined : canonicalUrl(given.url),
})

/** Takes in documents one after the other and counts the articles that come of them. */
function articlesOf(documents: [source: string, observations: Observation[]][]): number {
  const known = new Map<string, number>()
  let articles = 0
  for (const [source, observations] of documents) {
    for (const keys of identityKeys(source, observations)) {
      const id = identify(keys, (key) => known.get(key)) ?? articles++
      for (const key of keys) if (!known.has(key)) known.set(key, id)
    }
  }
  return articles
}

test('one article through three feeds is one', () => {
  expect(
    articlesOf([
      ['a', [observation({ guid: '4711-a', url: 'https://www.example.org/news/1?utm_source=rss' })]],
      ['b', [observation({ guid: 'tag:b,1', url: 'http://m.example.org/news/1/' })]],
      ['c', [observation({ url: 'https://www.google.com/url?url=https://example.org/news/1' })]],
    ]),
  ).toBe(1)
})

test('an edit of title, text or date makes no second article', () => {
  const url = 'https://example.org/news/1'
  expect(
    articlesOf([
      ['a', [observation({ guid: '4711', url, published: 1 })]],
      ['a', [observation({ guid: '4711', url, published: 2, title: 'UPDATE: Widget maker recalls all widgets' })]],
    ]),
  ).toBe(1)
})

test('an article whose id or address changes, or both at once, is still one', () => {
  const first = observation({ guid: 'first-id', url: 'https://example.org/?p=1', published: 5 })
  const [moved, renamed, both] = [
    observation({ guid: 'first-id', url: 'https://example.org/news/recall', published: 5 }),
    observation({ guid: 'other-id', url: 'https://example.org/?p=1', published: 5 }),
    observation({ guid: 'other-id', url: 'https://example.org/news/recall', published: 5 }),
  ]
  for (const again of [moved, renamed, both])
    expect(
      articlesOf([
        ['a', [first]],
        ['a', [again]],
      ]),
    ).toBe(1)
})

test('the same words on another site, or of another time, are another article', () => {
  const first = observation({ url: 'https://example.org/1', published: 5 })
  expect(
    articlesOf([
      ['a', [first]],
      ['b', [observation({ url: 'https://example.com/1', published: 5 })]],
    ]),
  ).toBe(2)
  expect(
    articlesOf([
      ['a', [first]],
      ['a', [observation({ url: 'https://example.org/2', published: 6 })]],
    ]),
  ).toBe(2)
})

test('an id of one feed means nothing in another', () => {
  const [one, other] = [observation({ guid: 'story-1' }), observation({ guid: 'story-1', title: 'Something else' })]
  expect(
    articlesOf([
      ['a', [one]],
      ['b', [other]],
    ]),
  ).toBe(2)
})

test.each([
  ['the same id for all items', { guid: 'https://example.org/' }, {}],
  ['the home page for all items', { url: 'https://example.org/' }, {}],
  ['the same address for all items', { url: 'https://example.org/news' }, {}],
  ['positions for ids', { guid: '1' }, { guid: '2' }],
])('a feed that gives %s has as many articles as titles', (_, one, other) => {
  const items = [observation({ title: 'One', ...one }), observation({ title: 'Two', ...one, ...other })]
  expect(articlesOf([['a', items]])).toBe(2)
  expect(
    articlesOf([
      ['a', items],
      ['a', items],
    ]),
  ).toBe(2)
})

test('an item that stands twice in a document is one article', () => {
  const item = observation({ guid: 'story-1', url: 'https://example.org/1' })
  expect(articlesOf([['a', [item, { ...item, title: 'Corrected title' }]]])).toBe(1)
})

test('the version that counts does not depend on the order of arrival', () => {
  const revision = fc.record({
    title: fc.constantFrom('A', 'B', 'C'),
    text: fc.option(fc.constantFrom('x', 'y'), { nil: undefined }),
    published: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    updated: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    seen: fc.integer({ min: 1, max: 2 }),
  })
  fc.assert(
    fc.property(fc.array(revision, { minLength: 1, maxLength: 6 }), (revisions: Revision[]) => {
      const [forwards, backwards] = [revisions.reduce(latest), revisions.toReversed().reduce(latest)]
      expect(forwards.title).toBe(backwards.title)
      expect(forwards.text ?? '').toBe(backwards.text ?? '')
    }),
  )
  expect(
    firstPublished([
      { title: 'A', seen: 9, published: 7 },
      { title: 'B', seen: 9, published: 3 },
    ]),
  ).toBe(3)
})
