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

/** What a pillar is computed from on a day, as its formula in docs/reputation.md names it. */
export type PillarBasis =
  /** `mean` is the weighed sum of the sentiments by the weights and the assumed mentions; in [−1, 1]. */
  | { kind: 'tone'; weight: number; mean: number }
  | { kind: 'volume'; voice: number; perDay: number }
  /** `authority` is the sum of that of the voices. */
  | { kind: 'authority'; voice: number; authority: number }
  /** `others` is the mean of the peers; both with the mentions that are assumed of each. */
  | { kind: 'share'; own: number; others: number }

type Measured = { basis: PillarBasis; mentions: number }

/**
 * Undefined before the company's first mention: there is nothing to score. After it a score is never lost: without news it
 * fades towards what is assumed of a company that nobody speaks of.
 */
export function pillarsOfDay(day: Day, inputs: PillarInputs, settings: ScoreSettings): DayPillars | undefined {
  if (!wasMentionedBy(day, inputs.own)) return undefined
  const window = windowOf(day, inputs.own, settings)
  const measured = measure(day, window, inputs, settings)
  const value = (pillar: Exclude<Pillar, 'ai_visibility' | 'share_of_voice'>): PillarValue => {
    const { basis, mentions } = measured[pillar]
    return { pillar, score: scoreOf(basis, settings), status: statusOf(basis, settings), sampleSize: mentions }
  }
  return {
    day,
    observed: inputs.own.has(day),
    effectiveMentions: window.reduce((sum, { effective }) => sum + effective, 0),
    values: {
      sentiment: value('sentiment'),
      ai_visibility: aiVisibility(inputs.completions?.(day), settings),
      volume: value('volume'),
      authority: value('authority'),
      innovation: value('innovation'),
      performance: value('performance'),
      purpose: value('purpose'),
      share_of_voice: shareOfVoice(measured.share_of_voice, window, settings),
    },
  }
}

/** What the pillars of a day are computed from; undefined before the first mention. */
export function basisOfDay(
  day: Day,
  inputs: PillarInputs,
  settings: ScoreSettings,
): Partial<Record<Pillar, PillarBasis>> | undefined {
  if (!wasMentionedBy(day, inputs.own)) return undefined
  const measured = measure(day, windowOf(day, inputs.own, settings), inputs, settings)
  return Object.fromEntries(
    Object.entries(measured).flatMap(([pillar, of]) => (of === undefined ? [] : [[pillar, of.basis]])),
  )
}

function measure(day: Day, window: readonly DaySums[], inputs: PillarInputs, settings: ScoreSettings) {
  const toned = (pillar: keyof ScoreSettings['halfLifeDays'], sumOf: (sums: DaySums) => WeightedSum) =>
    measureTone(pillar, day, window, sumOf, settings)
  const mentions = mentionsIn(window)
  const voice = voiceIn(window)
  return {
    sentiment: toned('sentiment', ({ all }) => all),
    volume: { basis: { kind: 'volume', voice, perDay: voice / settings.windowDays }, mentions },
    authority: {
      basis: { kind: 'authority', voice, authority: window.reduce((sum, { authority }) => sum + authority, 0) },
      mentions,
    },
    innovation: toned('innovation', ({ themes }) => themes.innovation),
    performance: toned('performance', ({ themes }) => themes.performance),
    purpose: toned('purpose', ({ themes }) => themes.purpose),
    share_of_voice: measureShare(day, window, inputs, settings),
  } satisfies Partial<Record<Pillar, Measured | undefined>>
}

/** The formulas of the pillars. */
function scoreOf(basis: PillarBasis, settings: ScoreSettings): number {
  const { steepness, referenceVolume, pseudoMentions, assumedAuthority } = settings
  switch (basis.kind) {
    case 'tone':
      return 50 + 50 * tanh((basis.mean > 0 ? steepness.up : steepness.down) * basis.mean)
    case 'volume':
      return 100 * Math.min(1, log(1 + basis.perDay) / log(1 + referenceVolume))
    case 'authority':
      return (100 * (basis.authority + pseudoMentions * assumedAuthority)) / (basis.voice + pseudoMentions)
    // The odds of its share against those of an even one: 50 with an even share, 100 for the only voice.
    case 'share':
      return (100 * basis.own) / (basis.own + basis.others)
  }
}

function statusOf(basis: PillarBasis, { pseudoMentions }: ScoreSettings): 'ok' | 'estimated' {
  if (basis.kind === 'tone') return basis.weight < pseudoMentions ? 'estimated' : 'ok'
  return basis.kind === 'authority' && basis.voice < pseudoMentions ? 'estimated' : 'ok'
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

function measureTone(
  pillar: keyof ScoreSettings['halfLifeDays'],
  day: Day,
  window: readonly DaySums[],
  sumOf: (sums: DaySums) => WeightedSum,
  settings: ScoreSettings,
): Measured {
  let [sentiment, weight, mentions] = [0, 0, 0]
  for (const sums of window) {
    const sum = sumOf(sums)
    const decay = remaining(day - sums.day, settings.halfLifeDays[pillar])
    sentiment += decay * sum.sentiment
    weight += decay * sum.weight
    mentions += sum.mentions
  }
  return { basis: { kind: 'tone', weight, mean: sentiment / (weight + settings.pseudoMentions) }, mentions }
}

/** What is left of a mention's weight after so many days. */
export const remaining = (days: number, halfLifeDays: number): number => exp((-Math.LN2 * days) / halfLifeDays)

/** Undefined where no peers are configured. */
function measureShare(
  day: Day,
  window: readonly DaySums[],
  { peers }: PillarInputs,
  settings: ScoreSettings,
): Measured | undefined {
  if (!peers || peers.length === 0) return undefined
  const voices = peers.reduce((sum, peer) => sum + voiceIn(windowOf(day, peer, settings)), 0)
  const assumed = settings.pseudoMentions / (peers.length + 1)
  const own = voiceIn(window) + assumed
  const others = (voices + assumed * peers.length) / peers.length
  return { basis: { kind: 'share', own, others }, mentions: mentionsIn(window) }
}

function shareOfVoice(
  measured: Measured | undefined,
  window: readonly DaySums[],
  settings: ScoreSettings,
): PillarValue {
  const of = { pillar: 'share_of_voice', sampleSize: mentionsIn(window) } as const
  return measured
    ? { ...of, score: scoreOf(measured.basis, settings), status: 'ok' }
    : { ...of, score: null, status: 'unavailable', reason: 'no_peers_configured' }
}

const voiceIn = (window: readonly DaySums[]): number => window.reduce((sum, { voice }) => sum + voice, 0)

const mentionsIn = (window: readonly DaySums[]): number => window.reduce((sum, { all }) => sum + all.mentions, 0)
