/**
 * Fits the weights of the forecast: for each hour ahead, ridge regression of the change from the present on the signals
 * of the last weeks, both in units of the zone's spread. An example counts by how much its zone's intensity varies, for
 * that is where waiting saves anything.
 *
 * Index bounds: vectors have `size` entries and matrices `size` rows and columns.
 */
import { isWeekendHour } from '@service/compute-domain/carbon/history-forecast.ts'
import { presentAt, signalCount, signalHours, signalsOf } from '@service/compute-domain/carbon/recent-weeks.ts'
import type { Zone } from './hourly-file.ts'

const hoursAhead = 48
/** Neighbouring hours say nearly the same; seven divides no day. */
const everyHours = 7
/** Of the mean square of a signal, which is about 1. */
const ridge = 0.003

/** By hour ahead (from 1) and signal. */
export function fitWeights(zones: readonly Zone[]): Float64Array[] {
  const sums = Array.from({ length: hoursAhead }, () => new NormalEquations(signalCount))
  const signals = new Float64Array(signalCount)
  zones.forEach(({ values, firstHour }, index) => {
    for (let hour = signalHours + (index % everyHours); hour + hoursAhead < values.length; hour += everyHours) {
      const present = presentAt(values, hour)
      const weight = Math.min(1, present.spread / present.weekMean)
      for (let ahead = 1; ahead <= hoursAhead; ahead++) {
        const isWeekend = isWeekendHour(firstHour + hour + ahead)
        signalsOf(values, hour, { ahead, isWeekend }, present, signals)
        sums[ahead - 1]!.add(signals, (values[hour + ahead]! - present.value) / present.spread, weight)
      }
    }
  })
  return sums.map((equations) => equations.solve(ridge))
}

/** Weighted least squares, by the sums that it needs. */
class NormalEquations {
  readonly #size: number
  readonly #squares: Float64Array
  readonly #products: Float64Array
  #weight = 0

  constructor(size: number) {
    this.#size = size
    this.#squares = new Float64Array(size * size)
    this.#products = new Float64Array(size)
  }

  add(signals: Float64Array, wanted: number, weight: number): void {
    const size = this.#size
    this.#weight += weight
    for (let row = 0; row < size; row++) {
      const weighted = signals[row]! * weight
      this.#products[row]! += weighted * wanted
      for (let column = row; column < size; column++) this.#squares[row * size + column]! += weighted * signals[column]!
    }
  }

  /** By Cholesky's decomposition: with a ridge the matrix is positive definite. */
  solve(ridge: number): Float64Array {
    const size = this.#size
    const lower = new Float64Array(size * size)
    const cell = (matrix: Float64Array, row: number, column: number) => matrix[row * size + column]!
    for (let row = 0; row < size; row++) {
      for (let column = 0; column <= row; column++) {
        let sum = cell(this.#squares, column, row) + (row === column ? ridge * this.#weight : 0)
        for (let index = 0; index < column; index++) sum -= cell(lower, row, index) * cell(lower, column, index)
        lower[row * size + column] = row === column ? Math.sqrt(sum) : sum / cell(lower, column, column)
      }
    }
    const solution = this.#products.slice()
    for (let row = 0; row < size; row++) {
      let sum = solution[row]!
      for (let index = 0; index < row; index++) sum -= cell(lower, row, index) * solution[index]!
      solution[row] = sum / cell(lower, row, row)
    }
    for (let row = size - 1; row >= 0; row--) {
      let sum = solution[row]!
      for (let index = row + 1; index < size; index++) sum -= cell(lower, index, row) * solution[index]!
      solution[row] = sum / cell(lower, row, row)
    }
    return solution
  }
}
