import { aMention } from '@service/reputation-testing/a-mention.ts'
import { bad, good, mentionsOn } from '@service/reputation-testing/mentions-on.ts'
import { describe, expect, test } from 'vitest'
import { dayMs } from '../series/model/day.ts'
import { type DaySums, sumsByDay } from './day-sums.ts'
import { driversOf } from './drivers.ts'
import type { Pillar } from './pillar.ts'
import { scoreSettings as settings } from './settings.ts'

test('the drivers of a tone are the strongest words for or against, not the last', () => {
  const quiet = mentionsOn(0, 3, 5)
  const loud = aMention({ articleId: 'loud', publishedAt: 1, probabilities: bad, host: 'www.reuters.com' })
  const praise = aMention({ articleId: 'praise', publishedAt: 2, probabilities: good, host: 'p1.com' })
  const [first, second] = driversOf('sentiment', 3, [...quiet, praise, loud], settings)
  expect(first!.articleId).toBe('loud')
  expect(first!.weight).toBeLessThan(0)
  expect(second!.articleId).toBe('praise')
})

test('a text is named once, and there are at most five', () => {
  const copies = mentionsOn(0, 0, 20, { probabilities: bad, copyOf: 'd0-0' })
  expect(
    driversOf('sentiment', 0, [aMention({ articleId: 'd0-0', probabilities: bad }), ...copies], settings),
  ).toHaveLength(1)
  expect(driversOf('sentiment', 0, mentionsOn(0, 0, 20, { probabilities: bad }), settings)).toHaveLength(5)
})

test('a theme is driven by its own articles only', () => {
  const mentions = [
    aMention({ articleId: 'results', title: 'Acme posts record profit', probabilities: good }),
    aMention({ articleId: 'phone', title: 'Acme unveils phone', probabilities: good }),
  ]
  expect(driversOf('innovation', 0, mentions, settings).map(({ articleId }) => articleId)).toEqual(['phone'])
})

test('volume, authority and share of voice are driven by calm mentions of days that they are made of', () => {
  const recall = [{ category: 'product_safety', strength: 2, because: 'recall' }] as const
  const mentions = [
    aMention({ articleId: 'calm', publishedAt: dayMs }),
    aMention({ articleId: 'bad', publishedAt: dayMs + 1, probabilities: bad, copyOf: 'elsewhere' }),
    aMention({ articleId: 'recall', publishedAt: dayMs + 2, risks: [...recall], copyOf: 'elsewhere' }),
    // A day on which more is bad than calm has no voice.
    aMention({ articleId: 'neutral in a crisis', publishedAt: 2 * dayMs }),
    aMention({ articleId: 'crisis', publishedAt: 2 * dayMs + 1, probabilities: bad }),
  ]
  for (const pillar of ['volume', 'share_of_voice', 'authority'] as const) {
    const drivers = driversOf(pillar, 2, mentions, settings, { peers: [new Map()] })
    expect(drivers.map(({ articleId }) => articleId)).toEqual(['calm'])
  }
})

describe('what is not of tone is driven each by its own', () => {
  const copies = Array.from({ length: 4 }, (_, index) =>
    aMention({ articleId: `c${index}`, publishedAt: dayMs + 1 + index, copyOf: 'printed', host: 'small.example' }),
  )
  const mentions = [
    aMention({ articleId: 'printed', publishedAt: dayMs, host: 'small.example' }),
    ...copies,
    aMention({ articleId: 'wire', publishedAt: 2 * dayMs, host: 'www.reuters.com' }),
    aMention({ articleId: 'alone', publishedAt: 3 * dayMs, host: 'small.example' }),
  ]
  const first = (pillar: Pillar, peers?: readonly ReadonlyMap<number, DaySums>[]) =>
    driversOf(pillar, 3, mentions, settings, { peers })[0]

  test('volume by what was printed most', () => {
    expect(first('volume')).toMatchObject({ articleId: 'printed' })
    expect(first('volume')!.weight).toBeCloseTo(1 + 4 * settings.copies.each)
  })

  test('authority by publishers far from its level, up or down', () => {
    const drivers = driversOf('authority', 3, mentions, settings)
    const weightOf = (id: string) => drivers.find(({ articleId }) => articleId === id)!.weight
    expect(weightOf('wire')).toBeGreaterThan(0)
    expect(weightOf('alone')).toBeLessThan(0)
  })

  test('share of voice by days on which peers were silent, or louder', () => {
    const peer = sumsByDay([...mentionsOn(1, 1, 2), ...mentionsOn(3, 3, 9)], settings)
    expect(first('share_of_voice', [peer])).toMatchObject({ articleId: 'alone', weight: -8 })
    const drivers = driversOf('share_of_voice', 3, mentions, settings, { peers: [peer] })
    expect(drivers.find(({ articleId }) => articleId === 'wire')!.weight).toBe(1)
    expect(first('share_of_voice')).toBeUndefined()
  })
})

test('older news drives less, as the pillar itself has it, and what says nothing drives nothing', () => {
  const mentions = [
    aMention({ articleId: 'old', publishedAt: 0, probabilities: bad }),
    aMention({ articleId: 'new', publishedAt: 7 * dayMs, probabilities: bad }),
    aMention({ articleId: 'neither', publishedAt: 7 * dayMs }),
  ]
  const [first, second, ...others] = driversOf('sentiment', 7, mentions, settings)
  expect([first!.articleId, second!.articleId, others]).toEqual(['new', 'old', []])
  expect(second!.weight / first!.weight).toBeCloseTo(0.5)
})
