/** A task for the tests of threads: adds, remembers, moves, waits, gives way, hangs, dies. */
import { setTimeout as sleep } from 'node:timers/promises'
import { givingWay } from '@service/foundation/threads/giving-way.ts'
import type { TaskContext } from '@service/foundation/threads/thread-task.ts'

export type Arithmetic =
  | { kind: 'add'; to: number }
  | { kind: 'count'; thenEnd?: true }
  | { kind: 'range'; count: number }
  | { kind: 'kept' }
  | { kind: 'wait' }
  | { kind: 'countForever' }
  | { kind: 'hang' }
  | { kind: 'exit' }
  | { kind: 'hoard' }
  | { kind: 'fail' }
  | { kind: 'failUncopied' }

function* forever(): Generator<undefined, number, undefined> {
  for (;;) yield
}

let calls = 0
let range = new Uint32Array()

export async function run(
  input: Arithmetic,
  { slices, stop, transfer, endThread }: TaskContext<number[]>,
): Promise<number | Uint32Array> {
  calls++
  switch (input.kind) {
    case 'add':
      return slices.flat().reduce((sum, one) => sum + one, input.to)
    case 'count':
      if (input.thenEnd) endThread()
      return calls
    case 'range':
      range = Uint32Array.from({ length: input.count }, (_, index) => index)
      transfer(range.buffer)
      return range
    case 'kept':
      return range.byteLength
    case 'wait':
      return sleep(60_000, 0, { signal: stop }) // until it is stopped
    case 'countForever':
      return (await givingWay(forever(), stop)).result
    case 'hang':
      for (;;) {}
    case 'exit':
      return process.exit(1)
    case 'hoard': {
      const hoard: number[][] = []
      for (;;) hoard.push(Array.from({ length: 100_000 }, (_, index) => index + hoard.length))
    }
    case 'fail':
      throw new RangeError('out of range')
    case 'failUncopied':
      throw new RangeError('out of range', { cause: () => {} })
  }
}
