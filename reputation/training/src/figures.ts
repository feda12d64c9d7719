/** How good predictions are. Classes are 0, 1, 2. */
import { zip } from '@service/foundation/zip.ts'

export function macroF1(truth: readonly number[], said: readonly number[]): number {
  let sum = 0
  for (const c of [0, 1, 2]) {
    let [hits, saidSo, isSo] = [0, 0, 0]
    for (const [i, label] of truth.entries()) {
      if (label === c) isSo++
      if (said[i] === c) saidSo++
      if (label === c && said[i] === c) hits++
    }
    if (saidSo + isSo > 0) sum += (2 * hits) / (saidSo + isSo)
  }
  return sum / 3
}

/** Mean gap between how sure the likeliest class is and how often it is right, over ten bins of sureness. */
export function calibrationError(truth: readonly number[], probabilities: readonly ArrayLike<number>[]): number {
  const bins = Array.from({ length: 10 }, () => ({ sure: 0, right: 0 }))
  for (const [label, p] of zip(truth, probabilities)) {
    const best = likeliest(p)
    const sure = p[best] ?? 0
    const bin = bins[Math.min(9, Math.floor(10 * sure))]
    if (!bin) throw new RangeError(`no probability: ${sure}`)
    bin.sure += sure
    if (best === label) bin.right++
  }
  return bins.reduce((sum, { sure, right }) => sum + Math.abs(sure - right), 0) / Math.max(1, truth.length)
}

/** Between equals, neutral. */
export function likeliest({ 0: first = 0, 1: neutral = 0, 2: last = 0 }: ArrayLike<number>): number {
  if (neutral >= first && neutral >= last) return 1
  return first >= last ? 0 : 2
}
