/** Load from a process of its own, because the measured process needs a core to itself. */
import { fork } from 'node:child_process'
import type { Load, LoadResult } from './http-load.process.ts'
import { nextMessage } from './next-message.ts'

export type { Load, LoadResult }

export async function runHttpLoad(load: Load): Promise<LoadResult> {
  const child = fork(new URL('./http-load.process.ts', import.meta.url))
  try {
    child.send(load)
    return (await nextMessage(child)) as LoadResult
  } finally {
    child.disconnect()
  }
}
