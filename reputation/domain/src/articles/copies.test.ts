import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CopyClusters, type CopyText, findCopies } from './copies.ts'
import { areCopies, copyKeys, fingerprintOf } from './fingerprint.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const title = 'Widget maker recalls two million widgets after fires in three states'
const lead =
  'The widget maker said on Monday that it would take back two million widgets sold since spring after fires in three states.'

const article = (id: string, given: Partial<CopyText> = {}): CopyText => ({ id, publishedAt: 0, title, ...given })
const copiesOf = (...articles: CopyText[]) => Object.fromEntries(findCopies(articles))

describe('a copy', () => {
  test.each([
    ['other letters and marks', title.toUpperCase().replaceAll(' ', '  ')],
    ['the number of its version', `UPDATE 2-${title}`],
    ['a word more', `${title} (Update)`],
    ['its end cut off', 'Widget maker recalls two million widgets after fires ...'],
  ])('may have %s', (_, other) => {
    expect(copiesOf(article('a'), article('b', { title: other, publishedAt: 1 }))).toEqual({ b: 'a' })
  })

  test('may have another title over a long lead that is the same', () => {
    const long = Array.from({ length: 60 }, (_, i) => `word${i}`).join(' ')
    const [one, other] = [
      article('a', { text: long }),
      article('b', { text: long, title: 'Two million widgets are recalled' }),
    ]
    expect(copiesOf(one, other)).toEqual({ b: 'a' })
  })

  test('is recognised by its title where one of the two has no lead', () => {
    expect(copiesOf(article('a', { text: lead }), article('b', { publishedAt: 1 }))).toEqual({ b: 'a' })
  })

  test('is found in scripts without spaces between words', () => {
    const other = { title: '部品メーカーが二百万個の部品を回収', publishedAt: 1 }
    expect(copiesOf(article('a', { ...other, publishedAt: 0 }), article('b', other))).toEqual({ b: 'a' })
  })
})

describe('not a copy', () => {
  test.each([
    ['tells the same story in other words', 'After fires in three states, two million widgets go back to their maker'],
    ['is of another number', 'Widget maker recalls nine million widgets after fires in four states'],
  ])('is what %s', (_, other) => {
    expect(copiesOf(article('a'), article('b', { title: other }))).toEqual({})
  })

  test('is an article with a common title', () => {
    expect(copiesOf(article('a', { title: 'Morning briefing' }), article('b', { title: 'Morning briefing' }))).toEqual(
      {},
    )
  })

  test('is an article of another lead under the same title', () => {
    const other = 'Shares rose in early trading as buyers returned to the market ahead of the meeting on Thursday.'
    expect(copiesOf(article('a', { text: lead }), article('b', { text: other }))).toEqual({})
  })

  test('is an article more than seven days later', () => {
    expect(copiesOf(article('a'), article('b', { publishedAt: 7 * dayMs }))).toEqual({ b: 'a' })
    expect(copiesOf(article('a'), article('b', { publishedAt: 7 * dayMs + 1 }))).toEqual({})
  })
})

test('the first by time, then by id, is the original, and a daily repetition starts again each week', () => {
  const days = Array.from({ length: 10 }, (_, day) => article(`day-${day}`, { publishedAt: day * dayMs }))
  const copies = findCopies(days)
  expect(copies.get('day-7')).toBe('day-0')
  expect(copies.has('day-8')).toBe(false)
  expect(copies.get('day-9')).toBe('day-8')
  expect(copiesOf(article('b'), article('a'))).toEqual({ b: 'a' })
})

// Few words, so that sequences are often shared, and often by chains in which not everybody agrees with everybody.
const someWords = 'Widget maker recalls two million red widgets after big fires in three states on Monday'.split(' ')
const anArticle = fc.record({
  publishedAt: fc.integer({ min: 0, max: 20 }).map((halfDays) => (halfDays * dayMs) / 2),
  title: fc
    .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 9, max: 15 }))
    .map(([from, to]) => someWords.slice(from, to).join(' ')),
  text: fc.option(fc.constantFrom(lead, `${lead} More follows.`), { nil: undefined }),
})
const someArticles = fc
  .array(anArticle, { minLength: 2, maxLength: 25 })
  .map((given) => given.map((each, i): CopyText => ({ ...each, text: each.text ?? '', id: `a${i}` })))

const stateOf = (clusters: CopyClusters, articles: readonly CopyText[]) =>
  Object.fromEntries(articles.map(({ id }) => [id, clusters.copyOf(id)]))

test('any order of arrival ends in the same clusters, and each change is reported', () => {
  fc.assert(
    fc.property(
      someArticles.chain((articles) =>
        fc.tuple(fc.constant(articles), fc.shuffledSubarray(articles, { minLength: articles.length })),
      ),
      ([articles, arriving]) => {
        const clusters = new CopyClusters()
        for (const [i, each] of arriving.entries()) {
          const before = stateOf(clusters, arriving.slice(0, i))
          const changed = new Set(clusters.add(each))
          for (const [id, original] of Object.entries(before)) {
            if (clusters.copyOf(id) !== original) expect(changed).toContain(id)
          }
        }
        const batch = findCopies(articles)
        expect(stateOf(clusters, articles)).toEqual(Object.fromEntries(articles.map(({ id }) => [id, batch.get(id)])))
      },
    ),
    { numRuns: 300 },
  )
})

test('removing or changing an article leaves the clusters as if computed from scratch', () => {
  fc.assert(
    fc.property(someArticles, (articles) => {
      const clusters = new CopyClusters()
      for (const each of articles) clusters.add(each)
      const [gone, edited, ...rest] = articles as [CopyText, CopyText, ...CopyText[]]
      const revised = { ...edited, title: someWords.slice(2, 12).join(' ') }
      clusters.remove(gone.id)
      clusters.add(revised)
      const left = [revised, ...rest]
      const batch = findCopies(left)
      expect(stateOf(clusters, left)).toEqual(Object.fromEntries(left.map(({ id }) => [id, batch.get(id)])))
    }),
    { numRuns: 200 },
  )
})

test('two copies always share a key', () => {
  fc.assert(
    fc.property(anArticle, anArticle, (one, other) => {
      const [a, b] = [
        fingerprintOf({ ...one, text: one.text ?? '' }),
        fingerprintOf({ ...other, text: other.text ?? '' }),
      ]
      if (!a || !b || !areCopies(a, b)) return
      expect(copyKeys(a).some((key) => copyKeys(b).includes(key))).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('twenty thousand articles of one text are clustered quickly, and can be removed', () => {
  const flood = Array.from({ length: 20_000 }, (_, i) => article(`a${String(i).padStart(5, '0')}`, { publishedAt: i }))
  expect(findCopies(flood).size).toBe(19_999)
  const clusters = new CopyClusters()
  for (const each of flood.slice(0, 1_000)) clusters.add(each)
  expect(clusters.add(article('earlier', { publishedAt: -1 }))).toHaveLength(1_001)
  clusters.forgetBefore(30 * dayMs)
  expect(clusters.copyOf('a00001')).toBeUndefined()
})
