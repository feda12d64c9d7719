/** The findings of a comparison as lines of a sum. */
import type { Output } from '../../api/api.ts'

export type Finding = Output<'screenBatch'>['screenings'][number]['matches'][number]['explanation'][number]

export type SumLine = {
  key: string
  query: string | undefined
  listed: string | undefined
  rule: string
  sentence: string
  similarity: number | undefined
  /** What it counts, and of how much; of words of one name alone, what they add to the divisor. */
  counts: number | undefined
  of: number | undefined
  factor: number | undefined
}

export type Sum = { lines: SumLine[]; agreed: number; against: number; factors: number[]; score: number }

/** The same sum as the service's own: `agreed / against`, times the factors. */
export function sumOf(findings: readonly Finding[]): Sum {
  const lines = findings.map((finding, i): SumLine => {
    const { rule, query, listed, similarity, weight, counts, factor, sentence } = finding
    const isLeft = rule === 'extra' || rule === 'omitted'
    const isNumber = rule === 'ship-number'
    return {
      key: `${i} ${rule}`,
      query,
      listed,
      rule,
      sentence,
      similarity,
      counts: factor !== undefined || isLeft ? undefined : isNumber ? similarity : counts,
      of: factor !== undefined ? undefined : isLeft ? counts : isNumber ? 1 : (weight ?? 0),
      factor,
    }
  })
  const total = (values: readonly (number | undefined)[]) => values.reduce<number>((sum, value = 0) => sum + value, 0)
  const agreed = total(lines.map(({ counts }) => counts))
  const against = total(lines.map(({ of }) => of))
  const factors = lines.flatMap(({ factor }) => factor ?? [])
  const score = factors.reduce((product, factor) => product * factor, against === 0 ? 0 : agreed / against)
  return { lines, agreed, against, factors, score: Math.min(1, score) }
}

export const formatScore = (score: number): string => score.toFixed(4)
export const formatPart = (part: number): string => part.toFixed(3)
