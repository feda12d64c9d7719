/**
 * The trained encoder brought into the whole numbers that it is judged with (`encoder.ts`).
 *
 * Index bounds: tensors are read with the shapes that they were written with.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encoderWidth, layerParts, pieceRowWidth } from '@service/reputation-domain/judge/encoder.ts'
import { headsWidth } from '@service/reputation-domain/judge/heads.ts'
import { maxPieces } from '@service/reputation-domain/judge/text-pieces.ts'
import type { ModelFile, WeightTable } from '@service/reputation-domain/text-model/model-file.ts'

type Tensor = { shape: readonly number[]; values: Float32Array }
export type Tensors = (name: string) => Tensor

/** What `train.py` wrote. Throws where a tensor is asked for that it did not write. */
export function readTensors(folder: string): Tensors {
  const described = JSON.parse(readFileSync(join(folder, 'weights.json'), 'utf8')) as (Tensor & {
    name: string
    at: number
  })[]
  const bytes = readFileSync(join(folder, 'weights.f32'))
  const all = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
  const places = new Map(described.map((tensor) => [tensor.name, tensor]))
  return (name) => {
    const found = places.get(name)
    if (!found) throw new RangeError(`no tensor ${name}`)
    const size = found.shape.reduce((product, length) => product * length, 1)
    return { shape: found.shape, values: all.subarray(found.at, found.at + size) }
  }
}

type Parts = Pick<ModelFile, 'tables' | 'numbers'>

export function encoderParts(tensors: Tensors, vocabulary: Uint32Array, layerCount: number): Parts {
  const tables: ModelFile['tables'] = {}
  const numbers: Record<string, readonly number[]> = {}
  const add = (name: string, { table, scales }: ScaledRows) => {
    tables[name] = table
    numbers[`${name} scales`] = rounded(scales)
  }
  const dense = (name: string, kernels: readonly string[], rows: number, width: number) => {
    const columns = kernels.flatMap((kernel) => {
      const { values, shape } = tensors(`${kernel}.0`)
      return Array.from({ length: shape[1]! }, (_, c) =>
        Float64Array.from({ length: width }, (_, k) => values[k * shape[1]! + c]!),
      )
    })
    if (columns.length !== rows) throw new RangeError(`${name} has ${columns.length} rows, not ${rows}`)
    add(name, scaledRows(columns))
    numbers[`${name} shifts`] = rounded(kernels.flatMap((kernel) => [...tensors(`${kernel}.1`).values]))
  }
  const norm = (name: string, of: string) => {
    numbers[name] = rounded([...tensors(`${of}.0`).values, ...tensors(`${of}.1`).values])
  }
  for (let i = 0; i < layerCount; i++) {
    const of = `layer${i}`
    const { attend, mixed, wide, narrow } = layerParts
    dense(`layer ${i} attend`, [`${of}.query`, `${of}.key`, `${of}.value`], attend.rows, attend.width)
    dense(`layer ${i} mixed`, [`${of}.mixed`], mixed.rows, mixed.width)
    dense(`layer ${i} wide`, [`${of}.wide`], wide.rows, wide.width)
    dense(`layer ${i} narrow`, [`${of}.narrow`], narrow.rows, narrow.width)
    norm(`layer ${i} norm1`, `${of}.norm1`)
    norm(`layer ${i} norm2`, `${of}.norm2`)
  }
  norm('norm', 'norm')
  add('places', scaledRows(rowsOf(tensors('places').values, maxPieces, encoderWidth)))
  const out = tensors('out.0').values
  add(
    'out',
    scaledRows(
      Array.from({ length: headsWidth }, (_, c) =>
        Float64Array.from({ length: 2 * encoderWidth }, (_, k) => out[k * headsWidth + c]!),
      ),
    ),
  )
  numbers['out shifts'] = rounded([...tensors('out.1').values])
  const { table, unit } = pieceTable(vocabulary, tensors('pieces').values)
  tables.pieces = table
  numbers['piece unit'] = [unit]
  return { tables, numbers }
}

type ScaledRows = { table: WeightTable; scales: number[] }

const highest = 127

/** Each row in whole numbers, with a scale of its own. */
function scaledRows(rows: readonly Float64Array[]): ScaledRows {
  const width = rows[0]!.length
  const weights = new Int8Array(rows.length * width)
  const scales = rows.map((row, at) => {
    const scale = row.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / highest || 1
    weights.set(
      row.map((value) => Math.round(value / scale)),
      at * width,
    )
    return scale
  })
  return { table: { keys: Uint32Array.from(rows.keys()), weights, width, scale: 1 }, scales }
}

const rowsOf = (values: Float32Array, rows: number, width: number): Float64Array[] =>
  Array.from({ length: rows }, (_, row) => Float64Array.from(values.subarray(row * width, (row + 1) * width)))

const pieceSteps = 7

/** Two weights of four bits a byte, then the row's scale in two bytes. */
function pieceTable(keys: Uint32Array, values: Float32Array): { table: WeightTable; unit: number } {
  const rows = rowsOf(values, keys.length, encoderWidth)
  const scales = rows.map((row) => row.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / pieceSteps)
  const unit = scales.reduce((most, scale) => Math.max(most, scale), 0) / 0xffff
  const weights = new Int8Array(keys.length * pieceRowWidth)
  for (const [at, row] of rows.entries()) {
    const to = at * pieceRowWidth
    for (let k = 0; k < encoderWidth; k += 2) {
      const [first, second] = [row[k]!, row[k + 1]!].map((value) => Math.round(value / scales[at]!))
      weights[to + k / 2] = (first! << 4) | (second! & 0xf)
    }
    const scale = Math.round(scales[at]! / unit)
    weights[to + pieceRowWidth - 2] = scale >> 8
    weights[to + pieceRowWidth - 1] = scale
  }
  return { table: { keys, weights, width: pieceRowWidth, scale: 1 }, unit }
}

/** Six digits are more than the eight bits beside them can tell apart. */
const rounded = (values: readonly number[]): number[] => values.map((value) => Number(value.toPrecision(6)))
