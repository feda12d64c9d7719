/** What a deployment used over a time, as one point for each step: pure, from the samples of its minutes. */

/** What an engine reported of an instance. `cpuSeconds` is the sum since its start. */
export type Sample = {
  attempt: number
  at: Date
  cpuSeconds: number
  memoryBytes: number
  gpuShare: number | null
}

export type Window = { from: Date; to: Date; stepMs: number }

/** Null where nothing was measured in the step. */
export type Point = {
  at: Date
  /** The mean of the processors that it kept busy. */
  cpuCores: number | null
  /** The most that it used. */
  memoryBytes: number | null
  /** The mean, from 0 to 1. */
  gpuShare: number | null
}

export const minuteMs = 60_000
/** Between two samples that are further apart nothing is known of the processors. */
const maxGapMs = 5 * minuteMs
export const maxPoints = 1_440
const defaultPoints = 240
const steps = [1, 5, 15, 60, 360, 1_440].map((minutes) => minutes * minuteMs)

/** The shortest of the usual steps that leaves no more points than a chart shows. */
export const defaultStepMs = (lengthMs: number): number =>
  steps.find((step) => lengthMs / step <= defaultPoints) ?? Math.ceil(lengthMs / defaultPoints / minuteMs) * minuteMs

/** The window on whole steps: what has begun is part of it. */
export function onSteps({ from, to, stepMs }: Window): Window {
  const first = Math.floor(from.getTime() / stepMs) * stepMs
  return { from: new Date(first), to: new Date(Math.ceil(to.getTime() / stepMs) * stepMs), stepMs }
}

export const pointsIn = ({ from, to, stepMs }: Window): number => (to.getTime() - from.getTime()) / stepMs

/** One point for each step of the window. A sample before the window serves the first step's processors. */
export function historyOf(samples: readonly Sample[], window: Window): Point[] {
  const { from, stepMs } = window
  const bySteps = Array.from({ length: pointsIn(window) }, () => new Step())
  let before: Sample | undefined
  for (const sample of samples) {
    const step = bySteps[Math.floor((sample.at.getTime() - from.getTime()) / stepMs)]
    step?.add(sample, before)
    before = sample
  }
  return bySteps.map((step, index) => ({ at: new Date(from.getTime() + index * stepMs), ...step.figures }))
}

class Step {
  #busySeconds = 0
  #seconds = 0
  #memoryBytes: number | null = null
  #gpuShares = 0
  #gpuSamples = 0

  add({ attempt, at, cpuSeconds, memoryBytes, gpuShare }: Sample, before: Sample | undefined): void {
    const passedMs = before ? at.getTime() - before.at.getTime() : 0
    // Another attempt, and another start of the same, begins to count at zero.
    if (before && before.attempt === attempt && passedMs > 0 && passedMs <= maxGapMs) {
      const busy = cpuSeconds - before.cpuSeconds
      if (busy >= 0) {
        this.#busySeconds += busy
        this.#seconds += passedMs / 1_000
      }
    }
    this.#memoryBytes = Math.max(this.#memoryBytes ?? 0, memoryBytes)
    if (gpuShare === null) return
    this.#gpuShares += gpuShare
    this.#gpuSamples += 1
  }

  get figures(): Omit<Point, 'at'> {
    return {
      cpuCores: this.#seconds > 0 ? this.#busySeconds / this.#seconds : null,
      memoryBytes: this.#memoryBytes,
      gpuShare: this.#gpuSamples > 0 ? this.#gpuShares / this.#gpuSamples : null,
    }
  }
}
