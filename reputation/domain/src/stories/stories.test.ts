import { aMention } from '@service/reputation-testing/a-mention.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Mention } from '../mentions/mentions.ts'
import { clusterStories } from './stories.ts'

const hour = 3_600_000

const headlines = (titles: readonly string[], everyMs = hour): Mention[] =>
  titles.map((title, index) =>
    aMention({
      articleId: `a${String(index).padStart(3, '0')}`,
      title,
      publishedAt: index * everyMs,
      host: `site${index}.com`,
    }),
  )

const titlesOf = (mentions: readonly Mention[]) =>
  clusterStories(mentions).map((story) => story.mentions.map(({ title }) => title))

test('headlines that share unusual words make one story', () => {
  const stories = titlesOf(
    headlines([
      'Acme hacked, passwords stolen',
      'Acme opens shop in Oslo',
      'Hackers stole passwords of Acme customers',
      'Oslo gets its first Acme shop',
    ]),
  )
  expect(stories).toEqual([
    ['Acme hacked, passwords stolen', 'Hackers stole passwords of Acme customers'],
    ['Acme opens shop in Oslo', 'Oslo gets its first Acme shop'],
  ])
})

test('the name of the company alone makes no story', () => {
  expect(titlesOf(headlines(['Acme shines', 'Acme stumbles']))).toHaveLength(2)
})

test('after two silent days the next article begins a new story', () => {
  const mentions = headlines(
    ['Acme recalls dolls over fire risk', 'Acme recalls dolls over fire risk in Norway'],
    49 * hour,
  )
  expect(clusterStories(mentions)).toHaveLength(2)
})

test('a story that never ends is announced again in chapters', () => {
  const mentions = headlines(Array.from({ length: 200 }, () => 'Acme recalls dolls over fire risk'))
  expect(clusterStories(mentions)).toHaveLength(2)
})

test('a copy belongs where its original does', () => {
  const [original, copy] = headlines(['Acme hacked, passwords stolen', 'Wire: what happened today'])
  expect(clusterStories([original!, { ...copy!, copyOf: original!.articleId }])).toHaveLength(1)
})

test('two beginnings of one story are merged once there are enough articles', () => {
  const beginnings = [
    'Acme asks users for new passwords',
    'Intruders enter Acme database',
    'New passwords, Acme asks users',
    'Acme database entered by intruders',
    'Acme asks: new passwords for users',
    'Database of Acme entered by intruders',
    'Acme users asked for new passwords',
    'Intruders entered database of Acme',
  ]
  expect(clusterStories(headlines(beginnings))).toHaveLength(2)
  const bridges = ['Acme users told of intruders: new passwords', 'Database intruders: Acme wants new passwords']
  const more = Array.from({ length: 12 }, (_, index) => bridges[index % 2]!)
  expect(clusterStories(headlines([...beginnings, ...more]))).toHaveLength(1)
})

const words = [
  'recall',
  'hacked',
  'passwords',
  'fire',
  'oslo',
  'profit',
  'lawsuit',
  'court',
  'dolls',
  'airbag',
  'phone',
]
const anyMentions = fc
  .array(
    fc.record({
      title: fc
        .array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 })
        .map((words) => `Acme ${words.join(' ')}`),
      publishedAt: fc.integer({ min: 0, max: 20 * 24 }).map((hours) => hours * hour),
    }),
    { maxLength: 60 },
  )
  .map((rows) => rows.map((row, index) => aMention({ ...row, articleId: `a${index}` })))

test('the order in which articles arrive changes nothing', () => {
  fc.assert(
    fc.property(anyMentions, fc.infiniteStream(fc.integer()), (mentions, keys) => {
      const shuffled = mentions
        .map((mention) => ({ mention, key: keys.next().value as number }))
        .sort((a, b) => a.key - b.key)
        .map(({ mention }) => mention)
      expect(JSON.stringify(clusterStories(shuffled))).toBe(JSON.stringify(clusterStories(mentions)))
    }),
    { numRuns: 50 },
  )
})

test('every mention is in exactly one story', () => {
  fc.assert(
    fc.property(anyMentions, (mentions) => {
      const ids = clusterStories(mentions).flatMap((story) => story.mentions.map(({ articleId }) => articleId))
      expect(ids.sort()).toEqual(mentions.map(({ articleId }) => articleId).sort())
    }),
    { numRuns: 50 },
  )
})

test('what comes later does not change the stories as they stood before', () => {
  fc.assert(
    fc.property(anyMentions, fc.integer({ min: 0, max: 20 * 24 }), (mentions, hours) => {
      const before = mentions.filter(({ publishedAt }) => publishedAt < hours * hour)
      const together = clusterStories(mentions)
      // Stories may have been united since, but none has been taken apart.
      for (const story of clusterStories(before)) {
        const homes = story.mentions.map(({ articleId }) =>
          together.findIndex((other) => other.mentions.some((mention) => mention.articleId === articleId)),
        )
        expect(new Set(homes).size).toBe(1)
      }
    }),
    { numRuns: 50 },
  )
})

test('twenty thousand articles made to resemble each other are stories in a moment', () => {
  let made = 0
  const word = () => `word${made++}`
  const alone = Array.from({ length: 20_000 }, () => `Acme fraud ${Array.from({ length: 7 }, word).join(' ')}`)
  const began = performance.now()
  expect(clusterStories(headlines(alone, 1_000)).length).toBeGreaterThan(19_000)
  // With every open story looked at for each, it was several minutes.
  expect(performance.now() - began).toBeLessThan(30_000)
}, 60_000)
