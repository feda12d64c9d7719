/**
 * What one **run** of an instance used: from the engine's start time to its finish time, and while it runs up to the last
 * moment at which it is known to have been alive.
 *
 * A run is kept as **segments**, one for each calendar month. Observations of a run may be repeated, late or out of order;
 * the time comes out the same. A live run only grows, to the latest moment at which it was seen alive. Of a run that has
 * ended the earliest end counts: a later observation can only say that it ended sooner than had been counted.
 */
import { nextMonthStartMs, splitAtMonths } from './month.ts'

export type MeteredRun = {
  /** Oldest first, without gaps, never empty. A cut leaves empty ones at the end. */
  segments: readonly Segment[]
  ended: boolean
}

/** A part of a run within one calendar month, UTC. */
export type Segment = { fromMs: number; untilMs: number } & Footprint

/** What all GPUs of the run draw and emit. `avoidedGrams` is negative where the compared hub would have emitted less. */
export type Footprint = { kwh: number; grams: number; avoidedGrams: number }

export type FootprintBetween = (fromMs: number, untilMs: number) => Footprint

const noFootprint: Footprint = { kwh: 0, grams: 0, avoidedGrams: 0 }

export const beginRun = (startedMs: number): MeteredRun => ({
  segments: [{ fromMs: startedMs, untilMs: startedMs, ...noFootprint }],
  ended: false,
})

export const meteredUntilMs = ({ segments }: MeteredRun): number => segments.at(-1)!.untilMs

/** The run after it was seen alive at `atMs`. */
export function advanceRun(run: MeteredRun, atMs: number, footprint: FootprintBetween): MeteredRun {
  if (run.ended || atMs <= meteredUntilMs(run)) return run
  return { ...run, segments: stretch(run.segments, atMs, footprint) }
}

/** The run after it ended at `atMs`; one that ended before its start has used nothing. */
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

/** Shortens a segment; its footprint shrinks in proportion, because its course over time is not kept. */
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
