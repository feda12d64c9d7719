/**
 * GPU time is counted in whole GPU-milliseconds: one GPU held for one millisecond. Sums are exact up to 2^53, which is
 * 2.5 thousand million GPU-hours. Hours are for people alone, and rounded only where they are shown.
 */
export const gpuMsPerHour = 3_600_000

export const gpuMsBetween = (gpus: number, fromMs: number, untilMs: number): number =>
  gpus * Math.max(0, untilMs - fromMs)

export const gpuMsOfHours = (hours: number): number => Math.round(hours * gpuMsPerHour)

/** To the ten-thousandth: a third of a second of one GPU. */
export const hoursShown = (gpuMs: number): number => Math.round((gpuMs / gpuMsPerHour) * 10_000) / 10_000
