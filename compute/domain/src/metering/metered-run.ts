/**
 * What one **run** of an instance used: from the start that the engine tells to the finish that it tells, and meanwhile
 * to the last moment at which it is known to have lived.
 *
 * It is kept as **segments**, one for each calendar month. What is learnt of a run may be learnt again, late, or after
 * something newer; the time comes out the same. A live run only grows, to the latest moment at which it was seen alive.
 * Of a run that has ended the earliest end holds: what an engine says afterwards can only be that it ended sooner than
 * we had reckoned.
 */
import { nextMonthStartMs, splitAtMonths } from './month.ts'

export type MeteredRun = {
  /** Oldest first, without gaps, never empty. A cut leaves empty ones at the end. */
  segments: readonly Segment[]
  ended: boolean
}

/** Lies in one calendar month, UTC. */
export type Segment = { fromMs: number; untilMs: number } & Footprint

/** Of all GPUs of the run. `avoidedGrams` is negative where the comparison would have been the cleaner. */
export type Footprint = { kwh: number; grams: number; avoidedGrams: number }

export type FootprintBetween = (fromMs: number, untilMs: number) => Footprint

const noFootprint: Footprint = { kwh: 0, grams: 0, avoidedGrams: 0 }

export const beginRun = (startedMs: number): MeteredRun => ({
  segments: [{ fromMs: startedMs, untilMs: startedMs, ...noFootprint }],
  ended: false,
})

export const meteredUntilMs = ({ segments }: MeteredRun): number => segments.at(-1)!.untilMs

/** Known to have been alive at `atMs`. */
export function advanceRun(run: MeteredRun, atMs: number, footprint: FootprintBetween): MeteredRun {
  if (run.ended || atMs <= meteredUntilMs(run)) return run
  return { ...run, segments: stretch(run.segments, atMs, footprint) }
}

/** Known to have ended at `atMs`, or before its start, and then it used nothing. */
export function endRun(run: MeteredRun, atMs: number, footprint: FootprintBetween): MeteredRun {
  const grown = advanceRun(run, atMs, footprint)
  return { segments: grown.segments.map((segment) => cut(segment, atMs)), ended: true }
}

function stretch(segments: readonly Segment[], untilMs: number, footprint: FootprintBetween): Segment[] {
  const last = segments.at(-1)!
  const [inLastMonth, ...inLaterMonths] = splitAtMonths(last.untilMs, untilMs).map((piece) => ({
    ...piece,
    ...footprint(piece.fromMs, piece.untilMs),
  }))
  if (!inLastMonth) return [...segments]
  // A segment that reaches to the very end of its month cannot grow.
  if (inLastMonth.fromMs === nextMonthStartMs(last.fromMs)) return [...segments, inLastMonth, ...inLaterMonths]
  return [...segments.slice(0, -1), joined(last, inLastMonth), ...inLaterMonths]
}

const joined = (segment: Segment, next: Segment): Segment => ({
  fromMs: segment.fromMs,
  untilMs: next.untilMs,
  kwh: segment.kwh + next.kwh,
  grams: segment.grams + next.grams,
  avoidedGrams: segment.avoidedGrams + next.avoidedGrams,
})

/** The footprint shrinks in proportion, for what was added when is not kept. */
function cut(segment: Segment, atMs: number): Segment {
  if (segment.untilMs <= atMs) return segment
  const untilMs = Math.max(segment.fromMs, atMs)
  const share = (untilMs - segment.fromMs) / (segment.untilMs - segment.fromMs || 1)
  return {
    fromMs: segment.fromMs,
    untilMs,
    kwh: segment.kwh * share,
    grams: segment.grams * share,
    avoidedGrams: segment.avoidedGrams * share,
  }
}
