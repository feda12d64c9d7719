/**
 * The eight pillars of a day, from the sums of the thirty days of the calendar that end with it. News ages by the calendar, whether
 * or not anything else comes in: what is said about last winter says nothing about today.
 */
import { exp, log, tanh } from '../exact-math/exact-math.ts'
import type { Day } from '../series/model/day.ts'
import { aiVisibility, type Completion } from './ai-visibility.ts'
import type { DaySums, WeightedSum } from './day-sums.ts'
import type { Pillar, PillarValue } from './pillar.ts'
import type { ScoreSettings } from './settings.ts'

export type PillarInputs = {
  own: ReadonlyMap<Day, DaySums>
  /** The sums of the peers; undefined where none are configured. */
  peers: readonly ReadonlyMap<Day, DaySums>[] | undefined
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
  if (!wasMentionedBy(day, inputs.own)) return undefined
  const window = windowOf(day, inputs.own, settings)
  const toned = (pillar: keyof ScoreSettings['halfLifeDays'], sumOf: (sums: DaySums) => WeightedSum) =>
    tonePillar(pillar, day, window, sumOf, settings)
  return {
    day,
    observed: inputs.own.has(day),
    effectiveMentions: window.reduce((sum, { effective }) => sum + effective, 0),
    values: {
      sentiment: toned('sentiment', ({ all }) => all),
      ai_visibility: aiVisibility(inputs.completions?.(day), settings),
      volume: volume(window, settings),
      authority: authority(window, settings),
      innovation: toned('innovation', ({ themes }) => themes.innovation),
      performance: toned('performance', ({ themes }) => themes.performance),
      purpose: toned('purpose', ({ themes }) => themes.purpose),
      share_of_voice: shareOfVoice(day, window, inputs, settings),
    },
  }
}

const wasMentionedBy = (day: Day, sums: ReadonlyMap<Day, DaySums>): boolean => {
  for (const mentioned of sums.keys()) if (mentioned <= day) return true
  return false
}

/** The days of the window with news about the subject. */
function windowOf(last: Day, sums: ReadonlyMap<Day, DaySums>, { windowDays }: ScoreSettings): DaySums[] {
  const days: DaySums[] = []
  for (let day = last - windowDays + 1; day <= last; day++) {
    const ofDay = sums.get(day)
    if (ofDay && ofDay.all.mentions > 0) days.push(ofDay)
  }
  return days
}

function tonePillar(
  pillar: keyof ScoreSettings['halfLifeDays'],
  day: Day,
  window: readonly DaySums[],
  sumOf: (sums: DaySums) => WeightedSum,
  settings: ScoreSettings,
): PillarValue {
  let [sentiment, weight, mentions] = [0, 0, 0]
  for (const sums of window) {
    const sum = sumOf(sums)
    const decay = remaining(day - sums.day, settings.halfLifeDays[pillar])
    sentiment += decay * sum.sentiment
    weight += decay * sum.weight
    mentions += sum.mentions
  }
  const mean = sentiment / (weight + settings.pseudoMentions)
  return {
    pillar,
    score: 50 + 50 * tanh((mean > 0 ? settings.steepness.up : settings.steepness.down) * mean),
    status: weight < settings.pseudoMentions ? 'estimated' : 'ok',
    sampleSize: mentions,
  }
}

/** What is left of a mention's weight after so many days. */
export const remaining = (days: number, halfLifeDays: number): number => exp((-Math.LN2 * days) / halfLifeDays)

function volume(window: readonly DaySums[], settings: ScoreSettings): PillarValue {
  const perDay = voiceIn(window) / settings.windowDays
  return {
    pillar: 'volume',
    score: 100 * Math.min(1, log(1 + perDay) / log(1 + settings.referenceVolume)),
    status: 'ok',
    sampleSize: mentionsIn(window),
  }
}

function authority(window: readonly DaySums[], settings: ScoreSettings): PillarValue {
  const sum = window.reduce((sum, { authority }) => sum + authority, 0)
  const count = voiceIn(window)
  const { pseudoMentions, assumedAuthority } = settings
  return {
    pillar: 'authority',
    score: (100 * (sum + pseudoMentions * assumedAuthority)) / (count + pseudoMentions),
    status: count < pseudoMentions ? 'estimated' : 'ok',
    sampleSize: mentionsIn(window),
  }
}

/** The odds of its share against those of an even one: 50 with an even share, 100 for the only voice. */
function shareOfVoice(
  day: Day,
  window: readonly DaySums[],
  { peers }: PillarInputs,
  settings: ScoreSettings,
): PillarValue {
  const sampleSize = mentionsIn(window)
  if (!peers || peers.length === 0) {
    return { pillar: 'share_of_voice', score: null, status: 'unavailable', reason: 'no_peers_configured', sampleSize }
  }
  const own = voiceIn(window)
  const others = peers.reduce((sum, peer) => sum + voiceIn(windowOf(day, peer, settings)), 0)
  const assumed = settings.pseudoMentions / (peers.length + 1)
  const mean = (others + assumed * peers.length) / peers.length
  return {
    pillar: 'share_of_voice',
    score: (100 * (own + assumed)) / (own + assumed + mean),
    status: 'ok',
    sampleSize,
  }
}

const voiceIn = (window: readonly DaySums[]): number => window.reduce((sum, { voice }) => sum + voice, 0)

const mentionsIn = (window: readonly DaySums[]): number => window.reduce((sum, { all }) => sum + all.mentions, 0)
