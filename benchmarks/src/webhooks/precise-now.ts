/** Milliseconds since 1970, to the microsecond: comparable between processes of one machine. */
export const preciseNowMs = (): number => performance.timeOrigin + performance.now()
