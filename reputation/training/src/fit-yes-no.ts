/**
 * Logistic regression over sparse features by AdaGrad, averaged over the later epochs: one weight for each row.
 *
 * Index bounds: rows of examples are below `rowCount`.
 */

import { randomFrom, shuffled } from '@service/foundation/seeded-random.ts'
import { exp } from '@service/reputation-domain/exact-math/exact-math.ts'
import type { FitOptions } from './fit-weights.ts'

export type YesNoExample = { rows: Int32Array; scale: number; isSo: boolean; weight: number }

export function fitYesNo(examples: readonly YesNoExample[], options: FitOptions): Float32Array {
  const { rowCount, epochs, rate, shrink, seed } = options
  const weights = new Float32Array(rowCount)
  const squares = new Float32Array(rowCount).fill(1e-3)
  const mean = new Float32Array(rowCount)
  const random = randomFrom(seed)
  let averaged = 0
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const { rows, scale, isSo, weight } of shuffled(examples, random)) {
      const error = (1 / (1 + exp(-logOdds(weights, rows, scale))) - (isSo ? 1 : 0)) * weight
      for (const row of rows) {
        const gradient = error * scale + shrink * weights[row]!
        squares[row]! += gradient * gradient
        weights[row]! -= (rate * gradient) / Math.sqrt(squares[row]!)
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

export function logOdds(weights: Float32Array, rows: Int32Array, scale: number): number {
  let sum = 0
  for (const row of rows) sum += weights[row]!
  return scale * sum
}
