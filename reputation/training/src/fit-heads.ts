/**
 * Several multinomial logistic regressions over the same sparse features by AdaGrad, one for each head, learnt together;
 * the weights are averaged over the later epochs. An example may leave a head open, and then teaches it nothing.
 *
 * Index bounds: rows of examples are below `rowCount`, and heads within a row's width.
 */

import { randomFrom, shuffled } from '@service/foundation/seeded-random.ts'
import { softmax } from '@service/reputation-domain/exact-math/exact-math.ts'
import type { FitOptions } from './fit-weights.ts'

export type HeadsExample = {
  /** Rows of the weight table, once per occurrence. */
  rows: Int32Array
  scale: number
  /** Probabilities of each head's classes, heads one after the other; a head whose sum is 0 is left open. */
  truth: Float64Array
  weight: number
}

/** `sizes`: of the heads. Weights row by row, heads one after the other. */
export function fitHeads(
  examples: readonly HeadsExample[],
  sizes: readonly number[],
  { rowCount, epochs, rate, shrink, seed, drop = 0 }: FitOptions,
): Float32Array {
  const width = sizes.reduce((sum, size) => sum + size, 0)
  const weights = new Float32Array(rowCount * width)
  const squares = new Float32Array(rowCount * width).fill(1e-3)
  const mean = new Float32Array(rowCount * width)
  const random = randomFrom(seed)
  const errors = new Float64Array(width)
  let averaged = 0
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const { rows: all, scale: plain, truth, weight } of shuffled(examples, random)) {
      const rows = drop === 0 ? all : all.filter(() => random() >= drop)
      const scale = plain / (1 - drop)
      scoreHeads(errors, weights, rows, scale)
      probabilities(errors, sizes)
      setErrors(errors, truth, sizes, weight)
      for (const row of rows) {
        for (let c = 0, at = row * width; c < width; c++, at++) {
          const gradient = errors[c]! * scale + shrink * weights[at]!
          const square = squares[at]! + gradient * gradient
          squares[at] = square
          weights[at]! -= (rate * gradient) / Math.sqrt(square)
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

export function scoreHeads(scores: Float64Array, weights: Float32Array, rows: Int32Array, scale: number): void {
  const width = scores.length
  scores.fill(0)
  for (const row of rows) for (let c = 0, at = row * width; c < width; c++, at++) scores[c]! += weights[at]!
  for (let c = 0; c < width; c++) scores[c]! *= scale
}

/** Scores to probabilities, head by head. */
export function probabilities(scores: Float64Array, sizes: readonly number[]): void {
  let from = 0
  for (const size of sizes) {
    softmax(scores.subarray(from, from + size))
    from += size
  }
}

/** What was said less what is true; 0 for heads that are left open. */
function setErrors(said: Float64Array, truth: Float64Array, sizes: readonly number[], weight: number): void {
  let from = 0
  for (const size of sizes) {
    let known = 0
    for (let c = from; c < from + size; c++) known += truth[c]!
    for (let c = from; c < from + size; c++) said[c] = known === 0 ? 0 : (said[c]! - truth[c]!) * weight
    from += size
  }
}
