/**
 * Multinomial logistic regression over sparse features by AdaGrad; the weights are averaged over the later epochs. A
 * feature has a block of weights for all examples and one for each style, which speaks by the example's share of it.
 * Source: Daumé, "Frustratingly easy domain adaptation", ACL 2007, with shares in place of known domains.
 *
 * Index bounds: rows of examples are below `rowCount`, and blocks and classes within a row's `width`.
 */

import { randomFrom, shuffled } from '@service/foundation/seeded-random.ts'
import { softmax } from '@service/reputation-domain/exact-math/exact-math.ts'

const classCount = 3

export type Example = {
  /** Rows of the weight table, once per occurrence. */
  rows: Int32Array
  scale: number
  /** Of each style; empty where there is but one block. */
  shares: Float64Array
  /** Probabilities of the classes. */
  truth: Float64Array
  weight: number
}

export type FitOptions = {
  rowCount: number
  epochs: number
  rate: number
  shrink: number
  seed: number
  /** Share of an example's rows that is left out, others each time, so that no row relies on another. */
  drop?: number
}

/** A style with less than this share neither speaks nor learns. */
const minShare = 0.02

/** Weights row by row: three for all, then three for each style. */
export function fitWeights(examples: readonly Example[], options: FitOptions): Float32Array {
  const { rowCount, epochs, rate, shrink, seed, drop = 0 } = options
  const width = classCount * (1 + (examples[0]?.shares.length ?? 0))
  const weights = new Float32Array(rowCount * width)
  const squares = new Float32Array(rowCount * width).fill(1e-3)
  const mean = new Float32Array(rowCount * width)
  const random = randomFrom(seed)
  const errors = new Float64Array(classCount)
  let averaged = 0
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const chosen of shuffled(examples, random)) {
      const example = thinned(chosen, drop, random)
      scoreExample(errors, weights, width, example)
      softmax(errors)
      for (let c = 0; c < classCount; c++) errors[c] = (errors[c]! - example.truth[c]!) * example.weight
      for (let block = 0; block * classCount < width; block++) {
        const share = block === 0 ? 1 : example.shares[block - 1]!
        if (share < minShare) continue
        const strength = example.scale * share
        for (const row of example.rows) {
          const at = row * width + block * classCount
          for (let c = 0; c < classCount; c++) {
            const gradient = errors[c]! * strength + shrink * weights[at + c]!
            squares[at + c]! += gradient * gradient
            weights[at + c]! -= (rate * gradient) / Math.sqrt(squares[at + c]!)
          }
        }
      }
    }
    if (2 * epoch >= epochs) {
      averaged++
      for (let i = 0; i < mean.length; i++) mean[i]! += weights[i]!
    }
  }
  for (let i = 0; i < mean.length; i++) mean[i]! /= averaged
  return mean
}

function thinned(example: Example, drop: number, random: () => number): Example {
  if (drop === 0) return example
  return { ...example, rows: example.rows.filter(() => random() >= drop), scale: example.scale / (1 - drop) }
}

export function scoreExample(
  scores: Float64Array,
  weights: Float32Array,
  width: number,
  { rows, scale, shares }: Pick<Example, 'rows' | 'scale' | 'shares'>,
): void {
  scores.fill(0)
  for (let block = 0; block * classCount < width; block++) {
    const share = block === 0 ? 1 : shares[block - 1]!
    if (share < minShare) continue
    let [a, b, c] = [0, 0, 0]
    for (const row of rows) {
      const at = row * width + block * classCount
      a += weights[at]!
      b += weights[at + 1]!
      c += weights[at + 2]!
    }
    scores[0]! += share * scale * a
    scores[1]! += share * scale * b
    scores[2]! += share * scale * c
  }
}
