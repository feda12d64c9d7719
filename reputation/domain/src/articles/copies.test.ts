import { randomFrom } from '@service/foundation/seeded-random.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inOrder } from './article.ts'
import { type CopyText, findCopies } from './copies.ts'
import { areCopies, fingerprintOf, keysToFind, keysToKeep } from './fingerprint.ts'

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

/** The definition, word for word: every article against every original before it. */
function copiesByDefinition(articles: readonly CopyText[]): Record<string, string> {
  const originals: CopyText[] = []
  const copies: Record<string, string> = {}
  for (const each of articles.toSorted(inOrder)) {
    const original = originals.find((one) => each.publishedAt - one.publishedAt <= 7 * dayMs && agree(one, each))
    if (original) copies[each.id] = original.id
    else originals.push(each)
  }
  return copies
}

function agree(one: CopyText, other: CopyText): boolean {
  const [a, b] = [fingerprintOf(one), fingerprintOf(other)]
  return a !== undefined && b !== undefined && areCopies(a, b)
}

test('copies are those of the definition, in whatever order articles arrive', () => {
  fc.assert(
    fc.property(
      someArticles.chain((articles) => fc.shuffledSubarray(articles, { minLength: articles.length })),
      (articles) => {
        expect(copiesOf(...articles)).toEqual(copiesByDefinition(articles))
      },
    ),
    { numRuns: 300 },
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
      const found = keysToFind(b)
      expect(keysToKeep(a).some((key) => found.includes(key))).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('twenty thousand articles of one text are one cluster', () => {
  const flood = Array.from({ length: 20_000 }, (_, i) => article(`a${String(i).padStart(5, '0')}`, { publishedAt: i }))
  expect(findCopies(flood).size).toBe(19_999)
})

describe('articles made to resemble each other', () => {
  const random = randomFrom(7)
  const word = (length = 6) =>
    Array.from({ length }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('')
  const words = (count: number) => Array.from({ length: count }, () => word())
  const [subject, body] = [words(12), words(60)]
  const changed = (of: readonly string[], places: number) => {
    const other = [...of]
    for (let i = 0; i < places; i++) other[Math.floor(random() * of.length)] = word()
    return other.join(' ')
  }

  test.each([
    ['share the middle of their titles', () => ({ title: `${word()} sues Acme over fraud ${word(8)}` })],
    ['have leads as well', () => ({ title: `${word()} sues Acme over fraud ${word(8)}`, text: words(40).join(' ') })],
    [
      'begin alike, some of them cut off',
      () => ({ title: `${subject.slice(0, 6).join(' ')} ${word()} ${word()} ...` }),
    ],
    ['differ in a few words of a long lead', () => ({ title: 'Acme sued over fraud again', text: changed(body, 6) })],
  ])(
    'take a moment each where they %s',
    (_, make) => {
      const seconds = (count: number) => {
        const flood = Array.from({ length: count }, (_, i) => article(`a${i}`, { ...make(), publishedAt: i }))
        const began = performance.now()
        findCopies(flood)
        return (performance.now() - began) / 1_000
      }
      // Before there was a bound, twenty thousand took five minutes.
      expect(seconds(20_000)).toBeLessThan(40)
    },
    60_000,
  )

  test('do not hide that two articles are the same', () => {
    const flood = Array.from({ length: 1_000 }, (_, i) =>
      article(`a${i}`, { title: `Acme sues ${title} ${word()} now` }),
    )
    const [one, other] = ['b', 'c'].map((id, i) => article(id, { title: `${title} as sales fall`, publishedAt: i + 1 }))
    expect(copiesOf(...flood, one!, other!)).toEqual({ c: 'b' })
  })
})
