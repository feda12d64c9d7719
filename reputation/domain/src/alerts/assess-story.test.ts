import { aMention } from '@service/reputation-testing/a-mention.ts'
import { expect, test } from 'vitest'
import type { Mention } from '../mentions/mentions.ts'
import type { Strength } from '../risk/model/finding.ts'
import { assessStory } from './assess-story.ts'
import { alertSettings } from './settings.ts'

const minute = 60_000
/** Publishers of the first tier, whose word counts in full. */
const firstTier = [
  'reuters.com',
  'bbc.co.uk',
  'bloomberg.com',
  'cnn.com',
  'apnews.com',
  'cnbc.com',
  'economist.com',
  'dw.com',
]
const host = (index: number) => firstTier[index] ?? `paper${index}.com`

const speaking = (strength: Strength | 0, from: number, count: number): Mention[] =>
  Array.from({ length: count }, (_, index) =>
    aMention({
      articleId: `a${String(from + index).padStart(3, '0')}`,
      publishedAt: (from + index) * minute,
      host: host(from + index),
      outlet: host(from + index),
      title: `Acme headline ${from + index}`,
      risks: strength === 0 ? [] : [{ category: 'product_safety', strength, because: 'recall' }],
    }),
  )

const assess = (mentions: Mention[], usual = 0) =>
  assessStory({ id: 's1', subjectId: 'acme', mentions }, () => usual, alertSettings)

test('a story without any risk has no assessment', () => {
  expect(assess(speaking(0, 0, 40))).toBeUndefined()
})

test('criticism alone stays low, however far it spreads', () => {
  expect(assess(speaking(1, 0, 200))!.level).toBe('low')
})

test('a serious story rises to high when enough outlets carry it, and the moment is kept', () => {
  const assessment = assess(speaking(2, 0, 30))!
  expect(assessment.level).toBe('high')
  expect(assessment.rises).toHaveLength(1)
  // Eight of the first tier reach enough, but ten outlets are asked for.
  expect(assessment.rises[0]).toMatchObject({ level: 'high', at: 9 * minute, outlets: 10 })
})

test('a grave story becomes critical after it was high: two rises', () => {
  const levels = assess(speaking(3, 0, 30))!.rises.map(({ level, outlets }) => [level, outlets])
  expect(levels).toEqual([
    ['high', 10],
    ['critical', 15],
  ])
})

test('one outlet alone makes at most a low alert', () => {
  const mentions = speaking(3, 0, 200).map((mention) => ({ ...mention, host: 'reuters.com' }))
  expect(assess(mentions)!.level).toBe('low')
})

test('outlets of one owner never make a story critical, however many they are', () => {
  const papers = `usatoday.com azcentral.com freep.com indystar.com jsonline.com tennessean.com cincinnati.com
    courier-journal.com desmoinesregister.com dispatch.com democratandchronicle.com northjersey.com detroitnews.com
    statesman.com palmbeachpost.com jacksonville.com oklahoman.com`.split(/\s+/)
  const ofOneOwner = (hosts: readonly string[]) =>
    assessStory(
      {
        id: 's1',
        subjectId: 'acme',
        mentions: speaking(3, 0, 200).map((mention, i) => ({ ...mention, host: hosts[i % hosts.length]! })),
      },
      () => 0,
      { ...alertSettings, ubiquitous: { reach: 5 } },
    )!.level
  expect(ofOneOwner(papers)).toBe('high')
  expect(ofOneOwner([...papers, 'reuters.com'])).toBe('critical')
})

test('copies of one text count less than reports', () => {
  const reports = speaking(2, 0, 12)
  const copies = reports.map((mention, index) => (index === 0 ? mention : { ...mention, copyOf: 'a000' }))
  expect(assess(reports)!.level).toBe('high')
  expect(assess(copies)!.level).toBe('medium')
})

test('a few risky headlines in a story about something else cause no alert', () => {
  expect(assess([...speaking(0, 0, 60), ...speaking(2, 60, 20)])!.level).toBe('medium')
})

test('a company that has risk in the news every day needs more for an alarm', () => {
  const mentions = speaking(2, 0, 14)
  expect(assess(mentions, 0)!.level).toBe('high')
  expect(assess(mentions, 20)!.level).toBe('medium')
})

test('a story never falls back: what is written later changes no rise', () => {
  const [before, after] = [speaking(2, 0, 12), speaking(0, 12, 100)]
  expect(assess([...before, ...after])!.rises).toEqual(assess(before)!.rises)
})

test('the headline is the earliest of the best publisher that was known when the story alarmed', () => {
  const mentions = speaking(2, 0, 30).map((mention, index) => ({
    ...mention,
    host: index === 5 || index === 29 ? 'reuters.com' : `paper${index}.com`,
  }))
  const { headline } = assess(mentions)!
  expect(headline.articleId).toBe('a005')
})

test('companies that only analyse or publish do not count', () => {
  const mentions = speaking(3, 0, 40).map((mention) => ({ ...mention, role: 'source' as const }))
  expect(assess(mentions)).toBeUndefined()
})
