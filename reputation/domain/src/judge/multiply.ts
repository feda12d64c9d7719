/** The product of matrices of whole numbers (`multiply.wat`), in a memory of its own. */
import { multiplyCode } from './multiply-code.ts'

/**
 * Sums of products of `count` rows of numbers from 0 to 127 with `columns` rows of weights from −127 to 127, each `depth`
 * long; all places are bytes of the memory, sums have four. `columns` is a multiple of 4, `depth` of 16. What lies behind
 * an odd number of rows is read and overwritten, too.
 */
export type Multiply = (
  rows: number,
  weights: number,
  sums: number,
  count: number,
  columns: number,
  depth: number,
) => void

/** What is used of the platform's WebAssembly, which its types leave to browsers. */
declare const WebAssembly: {
  Memory: new (pages: { initial: number }) => { buffer: ArrayBuffer }
  Module: new (code: Uint8Array<ArrayBuffer>) => object
  Instance: new (
    module: object,
    imports: Record<string, Record<string, object>>,
  ) => { exports: Record<string, unknown> }
}

const pageSize = 0x10000
let compiled: object | undefined

export function multiplyModule(size: number): { memory: ArrayBuffer; multiply: Multiply } {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(multiplyCode), (letter) => letter.charCodeAt(0)))
  const memory = new WebAssembly.Memory({ initial: Math.ceil(size / pageSize) })
  const { multiply } = new WebAssembly.Instance(compiled, { encoder: { memory } }).exports
  return { memory: memory.buffer, multiply: multiply as Multiply }
}
