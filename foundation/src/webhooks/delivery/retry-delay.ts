const scheduleMs = [2_000, 4_000, 8_000]

/**
 * Milliseconds to wait after the end of the `failures`-th failed attempt (from 1), or undefined once the schedule is
 * spent and the delivery has failed. Exact, without jitter: the contract promises 2, 4 and 8 seconds.
 */
export const retryDelayMs = (failures: number): number | undefined => scheduleMs[failures - 1]
