import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

export type WaitingProcess = {
  child: ChildProcessByStdio<Writable, Readable, null>
  /** Lines it has printed since it was ready. */
  printed: string[]
  closed: Promise<unknown[]>
  go(): void
}

/** A program in a process of its own that prints a line when it is ready, and begins its task at `go`. */
export async function startWaiting(program: string, task: unknown): Promise<WaitingProcess> {
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const printed: string[] = []
  const lines = createInterface({ input: child.stdout })
  await once(lines, 'line')
  lines.on('line', (line) => printed.push(line))
  return { child, printed, closed: once(lines, 'close'), go: () => void child.stdin.write('go\n') }
}
