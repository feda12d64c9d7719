/**
 * How many GPU-hours a company has in a calendar month, and what happens as they run out.
 *
 * A deployment is admitted if a minute of all its GPUs is left, and that minute is **reserved**: what it uses first is
 * taken out of it, so no other deployment can be admitted on the same minute. At 80 % and at 100 % the company is notified. A minute
 * after 100 % its running deployments are stopped. Simulated time does not count.
 */
import { gpuMsOfHours } from './gpu-time.ts'

/** In GPU-milliseconds. */
export type GpuHours = { limitMs: number; usedMs: number; reservedMs: number }

/** The limit of the free Starter tier. */
export const starterLimitMs = gpuMsOfHours(10)

const reservedPerGpuMs = 60_000
export const graceMs = 60_000

export const reservationMs = (gpus: number): number => gpus * reservedPerGpuMs

/** The hours that are neither used nor reserved. */
export const leftMs = ({ limitMs, usedMs, reservedMs }: GpuHours): number => Math.max(0, limitMs - usedMs - reservedMs)

export const admits = (hours: GpuHours, gpus: number): boolean => leftMs(hours) >= reservationMs(gpus)

/** When they are used up if so many GPUs go on running; undefined where none runs. */
export function endsAtMs({ limitMs, usedMs }: GpuHours, gpusRunning: number, nowMs: number): number | undefined {
  return gpusRunning > 0 ? nowMs + Math.max(0, limitMs - usedMs) / gpusRunning : undefined
}

const thresholds = [
  { share: 0.8, word: 'warning' },
  { share: 1, word: 'exhausted' },
] as const

/** What has been passed: nothing, `warning` at 80 %, `exhausted` at 100 %. */
export type HoursMark = (typeof thresholds)[number]['word']

export const marksPassed = ({ limitMs, usedMs }: GpuHours): HoursMark[] =>
  thresholds.filter(({ share }) => usedMs >= limitMs * share).map(({ word }) => word)

/**
 * When the last of the hours was used, seen from `nowMs`. At most `maxAgoMs` before it: a company that could not be
 * notified in time, because the service was down, still gets the whole grace.
 */
export function exhaustedAtMs(
  { limitMs, usedMs }: GpuHours,
  gpusRunning: number,
  nowMs: number,
  maxAgoMs: number,
): number {
  const agoMs = gpusRunning > 0 ? (usedMs - limitMs) / gpusRunning : 0
  return nowMs - Math.min(Math.max(0, agoMs), maxAgoMs)
}
