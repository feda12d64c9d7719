/** Measures of judged texts. */
import type { Label } from './labelled-files.ts'
import { labels } from './labelled-files.ts'

export type Judged = { truth: Label; said: Label }
export type Sure = Judged & { sureness: number }

/** Mean of the three classes' F1; a class that is neither there nor said counts as 0. */
export function macroF1(judged: readonly Judged[]): number {
  const f1Of = (label: Label): number => {
    const hits = judged.filter(({ truth, said }) => truth === label && said === label).length
    const all =
      judged.filter(({ truth }) => truth === label).length + judged.filter(({ said }) => said === label).length
    return all === 0 ? 0 : (2 * hits) / all
  }
  return labels.reduce((sum, label) => sum + f1Of(label), 0) / labels.length
}

export const isRight = ({ truth, said }: Judged): boolean => truth === said

/** Positive said of negative, or the other way round. */
export const isFlip = ({ truth, said }: Judged): boolean => truth !== 'neutral' && said !== 'neutral' && truth !== said

/** Mean gap between how sure and how often right, over ten bins of sureness. */
export function calibrationError(judged: readonly Sure[]): number {
  const gaps = new Float64Array(10)
  for (const item of judged)
    gaps[Math.min(9, Math.floor(10 * item.sureness))]! += item.sureness - (isRight(item) ? 1 : 0)
  return gaps.reduce((sum, gap) => sum + Math.abs(gap), 0) / judged.length
}

/** Rows: the truth; columns: what was said. */
export function confusion(judged: readonly Judged[]): string[][] {
  return [
    ['is \\ said', ...labels],
    ...labels.map((truth) => [
      truth,
      ...labels.map((said) => String(judged.filter((item) => item.truth === truth && item.said === said).length)),
    ]),
  ]
}
