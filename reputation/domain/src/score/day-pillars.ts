/** The eight pillars of a day, from the sums of the thirty days that end with it. */
import { exp, log, tanh } from '../exact-math/exact-math.ts'
import type { Day } from '../series/model/day.ts'
import { type ObservedWindow, observedWindow } from '../series/model/observed-window.ts'
import { aiVisibility, type Completion } from './ai-visibility.ts'
import type { DaySums, WeightedSum } from './day-sums.ts'
import type { Pillar, PillarValue } from './pillar.ts'
import type { ScoreSettings } from './settings.ts'

export type PillarInputs = {
  own: ReadonlyMap<Day, DaySums>
  /** The sums of the peers; undefined where none are configured. */
  peers: readonly ReadonlyMap<Day, DaySums>[] | undefined
  /** Days on which news came in about any subject, in order. */
  observed: readonly Day[]
  /** Stored completions of the thirty days that end with the day. */
  completions?: (day: Day) => readonly Completion[] | undefined
}

export type DayPillars = {
  day: Day
  /** Whether the company was in the news on the day itself. */
  observed: boolean
  /** Mentions of the window, copies damped. */
  effectiveMentions: number
  values: Record<Pillar, PillarValue>
}

/**
 * Undefined before the company's first mention: there is nothing to score. After it a score is never lost: without news it
 * fades towards what is assumed of a company that nobody speaks of.
 */
export function pillarsOfDay(day: Day, inputs: PillarInputs, settings: ScoreSettings): DayPillars | undefined {
  const days = observedWindow(day, inputs.observed, settings.windowDays)
  if (!wasMentionedBy(day, inputs.own)) return undefined
  const window = windowOf(days, inputs.own)
  const ages = new Map(days.map(({ day, age }) => [day, age]))
  const toned = (pillar: keyof ScoreSettings['halfLifeDays'], sumOf: (sums: DaySums) => WeightedSum) =>
    tonePillar(pillar, window, ages, sumOf, settings)
  return {
    day,
    observed: inputs.own.has(day),
    effectiveMentions: window.reduce((sum, { effective }) => sum + effective, 0),
    values: {
      sentiment: toned('sentiment', ({ all }) => all),
      ai_visibility: aiVisibility(inputs.completions?.(day), settings),
      volume: volume(window, Math.max(1, days.length), settings),
      authority: authority(window, settings),
      innovation: toned('innovation', ({ themes }) => themes.innovation),
      performance: toned('performance', ({ themes }) => themes.performance),
      purpose: toned('purpose', ({ themes }) => themes.purpose),
      share_of_voice: shareOfVoice(days, window, inputs, settings),
    },
  }
}

const wasMentionedBy = (day: Day, sums: ReadonlyMap<Day, DaySums>): boolean => {
  for (const mentioned of sums.keys()) if (mentioned <= day) return true
  return false
}

/** The days of the window with news about the subject. */
const windowOf = (days: ObservedWindow, sums: ReadonlyMap<Day, DaySums>): DaySums[] =>
  days.flatMap(({ day }) => {
    const ofDay = sums.get(day)
    return ofDay && ofDay.all.mentions > 0 ? [ofDay] : []
  })

function tonePillar(
  pillar: keyof ScoreSettings['halfLifeDays'],
  window: readonly DaySums[],
  ages: ReadonlyMap<Day, number>,
  sumOf: (sums: DaySums) => WeightedSum,
  settings: ScoreSettings,
): PillarValue {
  let [sentiment, weight, mentions] = [0, 0, 0]
  for (const sums of window) {
    const sum = sumOf(sums)
    const decay = halving(ages.get(sums.day)! / settings.halfLifeDays[pillar])
    sentiment += decay * sum.sentiment
    weight += decay * sum.weight
    mentions += sum.mentions
  }
  const mean = sentiment / (weight + settings.pseudoMentions)
  return {
    pillar,
    score: 50 + 50 * tanh(settings.steepness * mean),
    status: weight < settings.pseudoMentions ? 'estimated' : 'ok',
    sampleSize: mentions,
  }
}

const halving = (halfLives: number): number => exp(-Math.LN2 * halfLives)

function volume(window: readonly DaySums[], observedDays: number, settings: ScoreSettings): PillarValue {
  const perDay = window.reduce((sum, { nonNegative }) => sum + nonNegative, 0) / observedDays
  return {
    pillar: 'volume',
    score: 100 * Math.min(1, log(1 + perDay) / log(1 + settings.referenceVolume)),
    status: 'ok',
    sampleSize: mentionsIn(window),
  }
}

function authority(window: readonly DaySums[], settings: ScoreSettings): PillarValue {
  const sum = window.reduce((sum, { authority }) => sum + authority, 0)
  const count = window.reduce((sum, { effective }) => sum + effective, 0)
  const { pseudoMentions, assumedAuthority } = settings
  return {
    pillar: 'authority',
    score: (100 * (sum + pseudoMentions * assumedAuthority)) / (count + pseudoMentions),
    status: count < pseudoMentions ? 'estimated' : 'ok',
    sampleSize: mentionsIn(window),
  }
}

/** Among `companies`, a share of a quarter is 100 whatever their number; even shares lie in the middle. */
function shareOfVoice(
  days: ObservedWindow,
  window: readonly DaySums[],
  inputs: PillarInputs,
  settings: ScoreSettings,
): PillarValue {
  const sampleSize = mentionsIn(window)
  if (!inputs.peers || inputs.peers.length === 0) {
    return { pillar: 'share_of_voice', score: null, status: 'unavailable', reason: 'no_peers_configured', sampleSize }
  }
  const companies = inputs.peers.length + 1
  const voice = (sums: readonly DaySums[]) => sums.reduce((sum, { nonNegative }) => sum + nonNegative, 0)
  const own = voice(window)
  const all = inputs.peers.reduce((sum, peer) => sum + voice(windowOf(days, peer)), own)
  const share = (own + settings.pseudoMentions / companies) / (all + settings.pseudoMentions)
  return {
    pillar: 'share_of_voice',
    score: 100 * Math.min(1, log(1 + share * companies) / log(1 + companies / 4)),
    status: 'ok',
    sampleSize,
  }
}

const mentionsIn = (window: readonly DaySums[]): number => window.reduce((sum, { all }) => sum + all.mentions, 0)
