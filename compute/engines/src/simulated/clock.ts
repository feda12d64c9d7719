import { pause } from '@service/foundation/pause.ts'

/** The time of a simulation: the real one, a faster one, or one that a test moves by hand. */
export type Clock = {
  now(): Date
  /** Resolves at that time, at once if it has passed, or when the signal aborts. */
  sleepUntil(at: Date, signal: AbortSignal): Promise<void>
}

/** Runs `speed` times as fast as `now`, from the moment it is made. */
export function runningClock({ now = () => new Date(), speed = 1 }: { now?: () => Date; speed?: number } = {}): Clock {
  const begun = now().getTime()
  const simulated = () => new Date(begun + (now().getTime() - begun) * speed)
  return {
    now: simulated,
    async sleepUntil(at, signal) {
      while (!signal.aborted) {
        const leftMs = (at.getTime() - simulated().getTime()) / speed
        if (leftMs <= 0) return
        await pause(Math.min(Math.ceil(leftMs), maxMs), signal)
      }
    },
  }
}

export type ManualClock = Clock & { advance(milliseconds: number): void }

/** Stands still until it is advanced. */
export function manualClock(begun: Date): ManualClock {
  let time = begun.getTime()
  const sleepers = new Set<() => void>()
  return {
    now: () => new Date(time),
    async sleepUntil(at, signal) {
      while (!signal.aborted && time < at.getTime()) {
        await new Promise<void>((resolve) => {
          const wake = () => {
            sleepers.delete(wake)
            signal.removeEventListener('abort', wake)
            resolve()
          }
          sleepers.add(wake)
          signal.addEventListener('abort', wake)
        })
      }
    },
    advance(milliseconds) {
      time += milliseconds
      for (const wake of [...sleepers]) wake()
    },
  }
}

/** What Node's timers take at most; longer pauses are made of several. */
const maxMs = 2 ** 31 - 1
