import { labelOf, type Probabilities } from '@service/reputation-domain/mentions/mentions.ts'
import type { Sentiment } from '@service/reputation-domain/sentiment/provider.ts'

/** Scaled to add up to one; undefined where they are no probabilities. */
export function normalised({
  negative,
  neutral,
  positive,
}: Record<keyof Probabilities, unknown>): Probabilities | undefined {
  const parts = [negative, neutral, positive]
  if (!parts.every((part) => typeof part === 'number' && Number.isFinite(part) && part >= 0)) return undefined
  const [no, so, yes] = parts as [number, number, number]
  const sum = no + so + yes
  return sum > 0 && Number.isFinite(sum) ? { negative: no / sum, neutral: so / sum, positive: yes / sum } : undefined
}

/** Of a provider that cannot tell which words drove it. */
export const withoutDrivers = (probabilities: Probabilities): Sentiment => ({
  probabilities,
  label: labelOf({ probabilities }),
  drivers: [],
})
