const firstMs = 250
const maxMs = 30_000

/** The pause after so many tries in vain, from 0: each is twice as long as the one before, half a minute at most. */
export const backOffMs = (tries: number): number => Math.min(maxMs, firstMs * 2 ** Math.min(tries, 10))
