import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Task } from './deliver.process.ts'

const program = fileURLToPath(new URL('deliver.process.ts', import.meta.url))

export type DeliveryProcess = {
  /** The highest number of an event that it said is committed. */
  readonly wrote: number
  readonly ended: Promise<unknown>
  /** As a shutdown does. */
  end(): Promise<void>
  kill(): Promise<void>
}

/** Resolves once it has opened the database and begun to deliver. */
export async function startDeliveryProcess(task: Task): Promise<DeliveryProcess> {
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  let wrote = -1
  const ready = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('wrote ')) wrote = Number(line.slice(6))
      else resolve()
    })
  })
  child.stdin.on('error', () => {}) // it may be gone already
  await Promise.race([ready, ended])
  return {
    get wrote() {
      return wrote
    },
    ended,
    async end() {
      child.stdin.end()
      await ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
