/**
 * A small transformer encoder (Vaswani et al., 2017; its weights: MiniLM, Wang et al., 2020, tuned to the judge's heads)
 * in whole numbers: weights of eight bits with a scale a row, what flows between them in seven bits with a scale a piece,
 * products summed exactly by `multiply.wat`. All else is basic arithmetic, so every machine gives the same bytes.
 *
 * Index bounds: pieces are counted below `maxPieces`, and matrices are read with the widths they were opened with.
 */
import { exp as exactExp, tanh } from '../exact-math/exact-math.ts'
import { type ModelFile, tableOf, type WeightTable } from '../text-model/text-model.ts'
import { headsWidth } from './heads.ts'
import { multiplyModule } from './multiply.ts'
import { maxPieces, type Pieces } from './text-pieces.ts'

export const encoderWidth = 384
export const wideWidth = 4 * encoderWidth
const partWidth = 32
/** A piece's row: two weights a byte, from −7 to 7, then its scale as a multiple of `pieceUnit`. */
export const pieceRowWidth = encoderWidth / 2 + 2
const steps = 127

/** Parts of a layer, each with its number of rows and their width. */
export const layerParts = {
  attend: { rows: 3 * encoderWidth, width: encoderWidth },
  mixed: { rows: encoderWidth, width: encoderWidth },
  wide: { rows: wideWidth, width: encoderWidth },
  narrow: { rows: encoderWidth, width: wideWidth },
} as const
type LayerPart = keyof typeof layerParts

type Matrix = {
  rows: number
  width: number
  /** Where its weights begin in the memory. */
  at: number
  scales: Float64Array
  shifts: Float64Array
  /** Of the weights of each row. */
  sums: Float64Array
}
type Norm = { gains: Float64Array; shifts: Float64Array }
type Layer = Record<LayerPart, Matrix> & { norm1: Norm; norm2: Norm }

export class Encoder {
  readonly #layers: readonly Layer[]
  readonly #pieces: WeightTable
  readonly #pieceUnit: number
  readonly #places: Float64Array
  readonly #norm: Norm
  readonly #out: { weights: Float64Array; shifts: Float64Array }
  readonly #multiply: ReturnType<typeof multiplyModule>['multiply']
  readonly #bytes: Uint8Array
  readonly #sums: Int32Array
  readonly #rowsAt: number
  readonly #sumsAt: number
  // Scratch space: a text is encoded at once, so none can come between.
  readonly #state = new Float32Array(maxPieces * encoderWidth)
  readonly #attended = new Float32Array(maxPieces * 3 * encoderWidth)
  readonly #mixed = new Float32Array(maxPieces * encoderWidth)
  readonly #wide = new Float32Array(maxPieces * wideWidth)
  readonly #near = new Float64Array(maxPieces)
  readonly #least = new Float64Array(maxPieces)
  readonly #step = new Float64Array(maxPieces)

  /** Throws `RangeError` when the file holds no encoder of this shape. */
  constructor(file: ModelFile, layerCount: number) {
    const weightBytes = layerCount * Object.values(layerParts).reduce((sum, { rows, width }) => sum + rows * width, 0)
    this.#rowsAt = weightBytes
    this.#sumsAt = this.#rowsAt + (maxPieces + 1) * wideWidth
    const { memory, multiply } = multiplyModule(this.#sumsAt + 4 * (maxPieces + 1) * wideWidth)
    this.#multiply = multiply
    this.#bytes = new Uint8Array(memory)
    this.#sums = new Int32Array(memory)
    let at = 0
    const matrix = (name: string, { rows, width }: { rows: number; width: number }): Matrix => {
      const { weights } = tableOf(file, name, width)
      const scales = numbersOf(file, `${name} scales`, rows)
      const shifts = numbersOf(file, `${name} shifts`, rows)
      if (weights.length !== rows * width) throw new RangeError(`the model has not ${rows} rows of ${name}`)
      new Int8Array(memory).set(weights, at)
      const begin = at
      at += weights.length
      const sums = Float64Array.from({ length: rows }, (_, row) =>
        weights.subarray(row * width, (row + 1) * width).reduce((sum, weight) => sum + weight, 0),
      )
      return { rows, width, at: begin, scales, shifts, sums }
    }
    this.#layers = Array.from({ length: layerCount }, (_, i) => ({
      attend: matrix(`layer ${i} attend`, layerParts.attend),
      mixed: matrix(`layer ${i} mixed`, layerParts.mixed),
      wide: matrix(`layer ${i} wide`, layerParts.wide),
      narrow: matrix(`layer ${i} narrow`, layerParts.narrow),
      norm1: normOf(file, `layer ${i} norm1`),
      norm2: normOf(file, `layer ${i} norm2`),
    }))
    this.#pieces = tableOf(file, 'pieces', pieceRowWidth)
    this.#pieceUnit = numbersOf(file, 'piece unit', 1)[0]!
    this.#places = scaledRows(file, 'places', maxPieces, encoderWidth)
    this.#norm = normOf(file, 'norm')
    this.#out = {
      weights: scaledRows(file, 'out', headsWidth, 2 * encoderWidth),
      shifts: numbersOf(file, 'out shifts', headsWidth),
    }
  }

  /** Adds the scores of all heads to `scores`, uncalibrated. */
  score(pieces: Readonly<Pieces>, company: number, scores: Float64Array): void {
    this.#read(pieces)
    for (const layer of this.#layers) this.#pass(layer, pieces.size)
    this.#judge(pieces, company, scores)
  }

  #read({ ids, size }: Readonly<Pieces>): void {
    const { weights } = this.#pieces
    for (let i = 0; i < size; i++) {
      const row = ids[i]! * pieceRowWidth
      const high = weights[row + pieceRowWidth - 2]! & 0xff
      const scale = this.#pieceUnit * ((high << 8) | (weights[row + pieceRowWidth - 1]! & 0xff))
      for (let k = 0, to = i * encoderWidth; k < encoderWidth; k += 2, to += 2) {
        const both = weights[row + (k >> 1)]!
        this.#state[to] = (both >> 4) * scale + this.#places[to]!
        this.#state[to + 1] = ((both << 28) >> 28) * scale + this.#places[to + 1]!
      }
    }
    normalise(this.#state, size, this.#norm)
  }

  #pass(layer: Layer, size: number): void {
    this.#apply(layer.attend, this.#state, size, this.#attended)
    attend(this.#attended, size, this.#near, this.#mixed)
    this.#apply(layer.mixed, this.#mixed, size, this.#wide)
    addTo(this.#state, this.#wide, size)
    normalise(this.#state, size, layer.norm1)
    this.#apply(layer.wide, this.#state, size, this.#wide)
    activate(this.#wide, size * wideWidth)
    this.#apply(layer.narrow, this.#wide, size, this.#mixed)
    addTo(this.#state, this.#mixed, size)
    normalise(this.#state, size, layer.norm2)
  }

  /** Each row of `from` times the matrix. */
  #apply({ rows, width, at, scales, shifts, sums }: Matrix, from: Float32Array, size: number, to: Float32Array): void {
    const [bytes, least, step] = [this.#bytes, this.#least, this.#step]
    for (let i = 0; i < size; i++) {
      let [low, high] = [from[i * width]!, from[i * width]!]
      for (let k = i * width + 1; k < (i + 1) * width; k++) {
        const value = from[k]!
        if (value < low) low = value
        else if (value > high) high = value
      }
      const unit = (high - low) / steps || 1
      const perUnit = 1 / unit
      least[i] = low
      step[i] = unit
      for (let k = i * width, byte = this.#rowsAt + i * width; k < (i + 1) * width; k++, byte++)
        bytes[byte] = (from[k]! - low) * perUnit + 0.5
    }
    this.#multiply(this.#rowsAt, at, this.#sumsAt, size, rows, width)
    const products = this.#sumsAt >> 2
    for (let i = 0; i < size; i++) {
      for (let c = 0, place = i * rows; c < rows; c++, place++)
        to[place] = scales[c]! * (least[i]! * sums[c]! + step[i]! * this.#sums[products + place]!) + shifts[c]!
    }
  }

  /** From the mean of all pieces and the mean of those of the company's name. */
  #judge({ ids, size }: Readonly<Pieces>, company: number, scores: Float64Array): void {
    const means = new Float64Array(2 * encoderWidth)
    let named = 0
    for (let i = 0; i < size; i++) if (ids[i] === company) named++
    for (let i = 0; i < size; i++) {
      const isName = ids[i] === company
      for (let k = 0; k < encoderWidth; k++) {
        const value = this.#state[i * encoderWidth + k]!
        means[k]! += value / size
        if (isName) means[encoderWidth + k]! += value / named
      }
    }
    const { weights, shifts } = this.#out
    for (let c = 0; c < headsWidth; c++) {
      let sum = shifts[c]!
      for (let k = 0; k < 2 * encoderWidth; k++) sum += means[k]! * weights[c * 2 * encoderWidth + k]!
      scores[c]! += sum
    }
  }
}

function numbersOf({ numbers }: ModelFile, name: string, length: number): Float64Array {
  const found = numbers[name]
  if (found?.length !== length) throw new RangeError(`the model has not ${length} numbers of ${name}`)
  return Float64Array.from(found)
}

function normOf(file: ModelFile, name: string): Norm {
  const both = numbersOf(file, name, 2 * encoderWidth)
  return { gains: both.subarray(0, encoderWidth), shifts: both.subarray(encoderWidth) }
}

function scaledRows(file: ModelFile, name: string, rows: number, width: number): Float64Array {
  const { weights } = tableOf(file, name, width)
  const scales = numbersOf(file, `${name} scales`, rows)
  return Float64Array.from({ length: rows * width }, (_, i) => weights[i]! * scales[Math.floor(i / width)]!)
}

/** Of each piece what the others say of it, part by part; `near` is scratch space. */
function attend(from: Float32Array, size: number, near: Float64Array, to: Float32Array): void {
  const stride = 3 * encoderWidth
  const unit = 1 / Math.sqrt(partWidth)
  to.fill(0, 0, size * encoderWidth)
  for (let part = 0; part < encoderWidth; part += partWidth) {
    for (let i = 0; i < size; i++) {
      const query = i * stride + part
      let highest = -1e30
      for (let j = 0; j < size; j++) {
        const key = j * stride + encoderWidth + part
        let sum = 0
        for (let k = 0; k < partWidth; k++) sum += from[query + k]! * from[key + k]!
        sum *= unit
        near[j] = sum
        if (sum > highest) highest = sum
      }
      let total = 0
      for (let j = 0; j < size; j++) {
        const share = expBelow(near[j]! - highest)
        near[j] = share
        total += share
      }
      const out = i * encoderWidth + part
      for (let j = 0; j < size; j++) {
        const share = near[j]! / total
        const value = j * stride + 2 * encoderWidth + part
        for (let k = 0; k < partWidth; k++) to[out + k] = to[out + k]! + share * from[value + k]!
      }
    }
  }
}

function addTo(state: Float32Array, change: Float32Array, size: number): void {
  for (let i = 0; i < size * encoderWidth; i++) state[i]! += change[i]!
}

const tiny = 1e-12

function normalise(state: Float32Array, size: number, { gains, shifts }: Norm): void {
  for (let from = 0; from < size * encoderWidth; from += encoderWidth) {
    let sum = 0
    for (let k = 0; k < encoderWidth; k++) sum += state[from + k]!
    const mean = sum / encoderWidth
    let squares = 0
    for (let k = 0; k < encoderWidth; k++) squares += (state[from + k]! - mean) ** 2
    const unit = 1 / Math.sqrt(squares / encoderWidth + tiny)
    for (let k = 0; k < encoderWidth; k++) state[from + k] = (state[from + k]! - mean) * unit * gains[k]! + shifts[k]!
  }
}

/** e^x of x up to 0, to seven digits: from a table, and a short series for the rest. */
const expPerUnit = 32
const expReach = 24
const expTable = Float64Array.from({ length: expReach * expPerUnit + 1 }, (_, i) => exactExp(-i / expPerUnit))

function expBelow(x: number): number {
  if (x <= -expReach) return 0
  const i = (-x * expPerUnit) | 0
  const rest = x + i / expPerUnit
  return expTable[i]! * (1 + rest * (1 + rest * (0.5 + rest / 6)))
}

/** The Gaussian error linear unit (Hendrycks and Gimpel, 2016), from a table as fine as what follows can tell apart. */
const geluPerUnit = 512
const geluReach = 8
const geluTable = Float32Array.from({ length: 2 * geluReach * geluPerUnit + 1 }, (_, i) => {
  const x = i / geluPerUnit - geluReach
  return 0.5 * x * (1 + tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x)))
})

function activate(values: Float32Array, size: number): void {
  for (let i = 0; i < size; i++) values[i] = gelu(values[i]!)
}

function gelu(x: number): number {
  if (x >= geluReach) return x
  if (x <= -geluReach) return 0
  return geluTable[((x + geluReach) * geluPerUnit + 0.5) | 0]!
}
