import { bad, good, mentionsOn } from '@service/reputation-testing/mentions-on.ts'
import { describe, expect, test } from 'vitest'
import type { Mention } from '../mentions/mentions.ts'
import { type Day, dayMs } from '../series/model/day.ts'
import { pillarsOfDay } from './day-pillars.ts'
import { sumsByDay } from './day-sums.ts'
import { dropOn, dropsToAnnounce, type ScoredDay } from './drop.ts'
import { measurable, overallOf } from './overall.ts'
import { scoreSettings as settings } from './settings.ts'

const every = Array.from({ length: 60 }, (_, day) => day)
const calm = mentionsOn(0, 29, 20)
/** A crisis that begins on day 20. */
const crisis = [
  ...calm,
  ...mentionsOn(20, 24, 60, { probabilities: bad }).map((mention) => ({
    ...mention,
    articleId: `x${mention.articleId}`,
  })),
]

function scored(mentions: readonly Mention[], versionFrom: Day = 999): Map<Day, ScoredDay> {
  const own = sumsByDay(mentions, settings)
  const days = new Map<Day, ScoredDay>()
  for (const day of every) {
    const pillars = pillarsOfDay(day, { own, peers: undefined }, settings)
    if (pillars) days.set(day, { ...pillars, methodologyVersion: day < versionFrom ? '1' : '2' })
  }
  return days
}

const endOf = (day: Day) => (day + 1) * dayMs

describe('a drop', () => {
  test('is five points or more below the closed day seven days before', () => {
    const drop = dropOn(22, scored(crisis), settings)!
    expect(drop.delta).toBeLessThanOrEqual(-5)
    expect(drop.delta).toBe(Math.round((drop.currentScore - drop.previousScore) * 10) / 10)
    expect(drop.byPillar.reduce((sum, { delta }) => sum + delta, 0)).toBeCloseTo(drop.delta, 6)
  })

  test('does not follow from days without news', () => {
    expect(every.flatMap((day) => dropOn(day, scored(calm), settings) ?? [])).toEqual([])
  })

  test('is not that good news grows old while nobody speaks of the company', () => {
    const praised = scored(mentionsOn(0, 20, 60, { probabilities: good }))
    const value = (day: Day) => overallOf(praised.get(day)!, measurable(praised.get(day)!), settings)!.value
    const fades = every.filter((day) => day > 27 && value(day) - value(day - 7) <= -5)
    expect(fades.length).toBeGreaterThan(0)
    expect(fades.flatMap((day) => dropOn(day, praised, settings) ?? [])).toEqual([])
  })

  test('is withheld where the earlier day has no score', () => {
    const young = crisis.filter(({ publishedAt }) => publishedAt >= 16 * dayMs)
    expect(dropOn(22, scored(young), settings)).toBeUndefined()
  })

  test('is withheld between two methodologies', () => {
    expect(dropOn(22, scored(crisis, 20), settings)).toBeUndefined()
  })

  test('is withheld where a pillar has appeared in between', () => {
    const days = scored(crisis)
    const day = days.get(22)!
    const withAi = { ...day.values, ai_visibility: { ...day.values.ai_visibility, score: 10, status: 'ok' as const } }
    days.set(22, { ...day, values: withAi })
    expect(dropOn(22, days, settings)).toBeUndefined()
  })
})

describe('announcing', () => {
  test('waits for the day to close', () => {
    const days = scored(crisis)
    const first = every.find((day) => dropOn(day, days, settings))!
    expect(dropsToAnnounce(days, [], endOf(first) - 1, settings)).toEqual([])
    expect(dropsToAnnounce(days, [], endOf(first), settings).map(({ day }) => day)).toEqual([first])
  })

  test('happens at most once in any seven days', () => {
    const days = scored(crisis)
    const first = every.find((day) => dropOn(day, days, settings))!
    const announced: Day[] = []
    for (const day of every) {
      announced.push(...dropsToAnnounce(days, announced, endOf(day), settings).map((drop) => drop.day))
    }
    expect(announced[0]).toBe(first)
    for (const [index, day] of announced.entries()) {
      if (index > 0) expect(day - announced[index - 1]!).toBeGreaterThanOrEqual(7)
    }
  })

  test('leaves out days that closed more than two days ago', () => {
    const days = scored(crisis)
    expect(dropsToAnnounce(days, [], endOf(40), settings)).toEqual([])
  })
})
