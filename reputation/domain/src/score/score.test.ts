import { aMention } from '@service/reputation-testing/a-mention.ts'
import { bad, good, mentionsOn } from '@service/reputation-testing/mentions-on.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Mention } from '../mentions/mentions.ts'
import { type Day, dayMs, dayOf } from '../series/model/day.ts'
import { type DayPillars, pillarsOfDay } from './day-pillars.ts'
import { type DaySums, sumsByDay, sumsOfDay } from './day-sums.ts'
import { changeBetween, measurable, overallOf } from './overall.ts'
import { reputationOn } from './reputation.ts'
import { scoreSettings as settings } from './settings.ts'

const range = (from: Day, to: Day): Day[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)

const pillars = (mentions: readonly Mention[], day: Day, peers?: readonly Mention[][]) =>
  pillarsOfDay(
    day,
    {
      own: sumsByDay(mentions, settings),
      peers: peers?.map((peer) => sumsByDay(peer, settings)),
    },
    settings,
  )

const scoreOf = (mentions: readonly Mention[], day: Day, pillar: keyof DayPillars['values']) =>
  pillars(mentions, day)!.values[pillar].score!

const overall = (mentions: readonly Mention[], day: Day, peers?: readonly Mention[][]) => {
  const of = pillars(mentions, day, peers)!
  return overallOf(of, measurable(of), settings)!.value
}

describe('the pillars of tone', () => {
  test('are 50 for neutral news, above for good, below for bad', () => {
    expect(scoreOf(mentionsOn(0, 9, 10), 9, 'sentiment')).toBeCloseTo(50, 10)
    expect(scoreOf(mentionsOn(0, 9, 10, { probabilities: good }), 9, 'sentiment')).toBeGreaterThan(60)
    expect(scoreOf(mentionsOn(0, 9, 10, { probabilities: bad }), 9, 'sentiment')).toBeLessThan(40)
  })

  test('move little for one article: fifty neutral ones are assumed', () => {
    const one = scoreOf([aMention({ probabilities: bad })], 0, 'sentiment')
    expect(one).toBeGreaterThan(49)
    expect(one).toBeLessThan(50)
  })

  test('halve what a mention says in seven days', () => {
    const mentions = mentionsOn(0, 0, 40, { probabilities: bad })
    const deviation = (day: Day) => 50 - scoreOf(mentions, day, 'sentiment')
    expect(deviation(7)).toBeLessThan(deviation(0))
    expect(deviation(7)).toBeGreaterThan(deviation(0) / 3)
  })

  test('fade by the calendar to what is assumed, and forget a month', () => {
    const mentions = mentionsOn(0, 3, 20, { probabilities: bad })
    expect(scoreOf(mentions, 20, 'sentiment')).toBeGreaterThan(scoreOf(mentions, 3, 'sentiment') + 10)
    expect(scoreOf(mentions, 33, 'sentiment')).toBe(50)
  })

  test('are not moved by what is said of last winter', () => {
    const now = mentionsOn(95, 100, 5)
    const winter = mentionsOn(0, 3, 100, { probabilities: bad })
    expect(overall([...winter, ...now], 100)).toBe(overall(now, 100))
  })

  test('count a grave risk as bad news, whatever its tone', () => {
    const risks = [{ category: 'data_privacy_cyber', strength: 3, because: 'data breach' }] as const
    const grave = mentionsOn(0, 3, 20, { probabilities: good, risks: [...risks] })
    expect(scoreOf(grave, 3, 'sentiment')).toBeLessThan(40)
  })

  test('count mentions in passing half, and copies of one text little', () => {
    const subject = 50 - scoreOf(mentionsOn(0, 3, 5, { probabilities: bad }), 3, 'sentiment')
    const passing = 50 - scoreOf(mentionsOn(0, 3, 5, { probabilities: bad, role: 'passing' }), 3, 'sentiment')
    const copies = 50 - scoreOf(mentionsOn(0, 3, 5, { probabilities: bad, copyOf: 'wire' }), 3, 'sentiment')
    expect(passing).toBeLessThan(subject)
    expect(copies).toBeLessThan(passing)
  })

  test('count only their own theme', () => {
    const results = mentionsOn(0, 5, 10, { title: 'Acme posts record profit', probabilities: good })
    expect(scoreOf(results, 5, 'performance')).toBeGreaterThan(60)
    expect(scoreOf(results, 5, 'innovation')).toBe(50)
  })
})

describe('the other pillars', () => {
  test('volume grows with what is calm, up to its reference', () => {
    expect(scoreOf(mentionsOn(0, 29, 20), 29, 'volume')).toBeCloseTo(100)
    expect(scoreOf(mentionsOn(0, 29, 5), 29, 'volume')).toBeLessThan(60)
    expect(scoreOf(mentionsOn(0, 29, 40, { probabilities: bad }), 29, 'volume')).toBe(0)
  })

  test('authority follows from the publishers', () => {
    const known = mentionsOn(0, 9, 10, { host: 'www.reuters.com' })
    const unknown = mentionsOn(0, 9, 10, { host: 'nobody-knows.example' })
    expect(scoreOf(known, 9, 'authority')).toBeGreaterThan(70)
    expect(scoreOf(unknown, 9, 'authority')).toBeLessThan(45)
  })

  test('share of voice is 50 with an even share, whatever the number of peers, and nothing without peers', () => {
    const share = (peers: Mention[][]) => pillars(mentionsOn(0, 29, 20), 29, peers)!.values.share_of_voice
    const peer = mentionsOn(0, 29, 20)
    expect(share([peer]).score).toBeCloseTo(50)
    expect(share(Array.from({ length: 9 }, () => peer)).score).toBeCloseTo(50)
    expect(share([[], []]).score).toBeGreaterThan(90)
    expect(share([mentionsOn(0, 29, 80)]).score).toBeLessThan(30)
    expect(pillars(mentionsOn(0, 29, 20), 29)!.values.share_of_voice).toMatchObject({
      score: null,
      status: 'unavailable',
      reason: 'no_peers_configured',
    })
  })

  test('a pillar that cannot be measured is unavailable, and its weight is spread over the others', () => {
    const day = pillars(mentionsOn(0, 9, 10), 9)!
    const overall = overallOf(day, measurable(day), settings)!
    expect(overall.contributions.map(({ pillar }) => pillar)).not.toContain('ai_visibility')
    expect(overall.contributions.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(100)
  })
})

describe('a crisis', () => {
  const risks = [{ category: 'labour_workplace', strength: 3, because: 'kills' }] as const
  const quiet = mentionsOn(70, 99, 1, { probabilities: { negative: 0.1, neutral: 0.5, positive: 0.4 } })
  const peer = mentionsOn(70, 100, 2)
  /** Fifty articles of twenty-five outlets in a day; some of their headlines say nothing bad. */
  const deaths = (grave: number) =>
    Array.from({ length: 50 }, (_, index) =>
      aMention({
        articleId: `x${index}`,
        title: 'Acme factory explosion kills 12',
        publishedAt: 100 * dayMs + index,
        host: `p${index % 25}.com`,
        ...(index < grave && { risks: [...risks], probabilities: { negative: 0.6, neutral: 0.3, positive: 0.1 } }),
      }),
    )

  test.each([25, 50])('of twelve deaths in 25 outlets is one in the score, with %i of 50 headlines grave', (grave) => {
    const mentions = [...quiet, ...deaths(grave)]
    expect(scoreOf(mentions, 100, 'sentiment')).toBeLessThan(20)
    expect(overall(quiet, 100, [peer])).toBeGreaterThan(45)
    expect(overall(mentions, 100, [peer])).toBeLessThan(32)
  })

  test.each(['volume', 'share_of_voice', 'authority'] as const)('does not raise %s', (pillar) => {
    const before = pillars(quiet, 100, [peer])!.values[pillar].score!
    const amid = pillars([...quiet, ...deaths(25)], 100, [peer])!.values[pillar].score!
    expect(amid).toBeLessThanOrEqual(before)
  })
})

describe('days', () => {
  test('before the first mention have no score; after it a score is never lost', () => {
    const mentions = mentionsOn(10, 10, 20, { probabilities: bad })
    expect(pillars(mentions, 9)).toBeUndefined()
    expect(pillars(mentions, 100)!.values.sentiment).toMatchObject({ score: 50, status: 'estimated', sampleSize: 0 })
  })

  test('say whether the company was in the news on them', () => {
    const { history } = reputationOn(12, daysUntil(12, mentionsOn(10, 11, 5)), settings)!
    expect(history).toHaveLength(30)
    expect(history.slice(-4)).toMatchObject([
      { score: null, observed: false },
      { observed: true },
      { observed: true },
      { observed: false },
    ])
    expect(history.at(-1)!.score).not.toBeNull()
  })
})

function daysUntil(last: Day, mentions: readonly Mention[]): Map<Day, DayPillars> {
  const days = new Map<Day, DayPillars>()
  for (const day of range(0, last)) {
    const of = pillars(mentions, day)
    if (of) days.set(day, of)
  }
  return days
}

const anyMentions = fc
  .array(
    fc.record({
      day: fc.integer({ min: 0, max: 44 }),
      host: fc.constantFrom('www.reuters.com', 'cnet.com', 'p1.com', 'p2.com'),
      role: fc.constantFrom('subject' as const, 'passing' as const, 'source' as const),
      negative: fc.double({ min: 0, max: 1, noNaN: true }),
      title: fc.constantFrom('Acme posts profit', 'Acme launches phone', 'Acme hacked', 'Acme makes the news'),
      copyOf: fc.option(fc.constantFrom('x', 'y'), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 80 },
  )
  .map((rows) =>
    rows.map(({ day, negative, copyOf, ...row }, index) =>
      aMention({
        ...row,
        ...(copyOf === undefined ? {} : { copyOf }),
        articleId: `a${index}`,
        publishedAt: day * dayMs + index,
        probabilities: { negative, neutral: 0, positive: 1 - negative },
      }),
    ),
  )

describe('for any mentions', () => {
  test('contributions add up to the score, and their changes to its change, to the last digit', () => {
    fc.assert(
      fc.property(anyMentions, fc.integer({ min: 7, max: 50 }), (mentions, day) => {
        const [before, after] = [pillars(mentions, day - 7), pillars(mentions, day)]
        fc.pre(before !== undefined && after !== undefined)
        const set = measurable(after!)
        const [earlier, later] = [overallOf(before!, set, settings)!, overallOf(after!, set, settings)!]
        const sum = (values: readonly number[]) => Math.round(values.reduce((sum, value) => sum + value, 0) * 10) / 10
        expect(sum(later.contributions.map(({ contribution }) => contribution))).toBe(later.value)
        const change = changeBetween(earlier, later)
        expect(sum(change.byPillar.map(({ delta }) => delta))).toBe(change.delta)
        expect(change.delta).toBe(Math.round((later.value - earlier.value) * 10) / 10)
      }),
      { numRuns: 100 },
    )
  })

  test('every pillar lies between 0 and 100', () => {
    fc.assert(
      fc.property(anyMentions, (mentions) => {
        const day = pillars(mentions, 60)
        fc.pre(day !== undefined)
        for (const { score } of Object.values(day!.values)) {
          if (score === null) continue
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(100)
        }
      }),
      { numRuns: 100 },
    )
  })

  test('recomputing the changed days alone gives the same as computing all of them', () => {
    fc.assert(
      fc.property(anyMentions, anyMentions, (first, second) => {
        const late = second.map((mention) => ({ ...mention, articleId: `late-${mention.articleId}` }))
        const all = [...first, ...late]

        const kept = new Map<Day, DaySums>(sumsByDay(first, settings))
        const scores = new Map(
          range(0, 60).map((day) => [day, pillarsOfDay(day, { own: kept, peers: undefined }, settings)]),
        )
        const changed = new Set(late.map(({ publishedAt }) => dayOf(publishedAt)))
        for (const day of changed) {
          const ofDay = all.filter(({ publishedAt, role }) => dayOf(publishedAt) === day && role !== 'source')
          if (ofDay.length > 0) kept.set(day, sumsOfDay(day, ofDay, settings))
        }
        // A company's first mention begins its score, which from then on is never lost.
        const begins = [...changed].some((day) => kept.get(day) && day === Math.min(...kept.keys()))
        for (const day of changed) {
          const last = begins ? 60 : Math.min(60, day + settings.windowDays - 1)
          for (const dependent of range(day, last)) {
            scores.set(dependent, pillarsOfDay(dependent, { own: kept, peers: undefined }, settings))
          }
        }

        const again = sumsByDay(all, settings)
        for (const day of range(0, 60)) {
          expect(JSON.stringify(scores.get(day))).toBe(
            JSON.stringify(pillarsOfDay(day, { own: again, peers: undefined }, settings)),
          )
        }
      }),
      { numRuns: 40 },
    )
  })

  test('the order of arrival changes nothing, not even the last bit', () => {
    fc.assert(
      fc.property(anyMentions, (mentions) => {
        const sums = (given: readonly Mention[]) =>
          JSON.stringify([...sumsByDay(given, settings)].sort(([a], [b]) => a - b))
        expect(sums(mentions.toReversed())).toBe(sums(mentions))
      }),
      { numRuns: 50 },
    )
  })
})
