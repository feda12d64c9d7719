import type { Probabilities } from '@service/reputation-domain/mentions/mentions.ts'

/** Finer than any model can tell, and the same wherever they are read back. */
export const storedProbability = (probability: number): number => Math.round(probability * 10_000) / 10_000

export const storedProbabilities = ({ negative, neutral, positive }: Probabilities): Probabilities => ({
  negative: storedProbability(negative),
  neutral: storedProbability(neutral),
  positive: storedProbability(positive),
})
