import { setTimeout as sleep } from 'node:timers/promises'
import type { LogLine, LogOptions } from '../engine.ts'
import { silence } from './client.ts'
import { logLines } from './container-logs.ts'
import { containerPath, type Machine, missing } from './machine.ts'

const lookAgainMs = 250

/**
 * The engine ends a stream with the process. While the engine starts it again, the stream is opened again from the last
 * line on. Podman tells the time of a line by the second alone, so the lines of that second are counted and skipped.
 */
export async function* followContainer(
  machine: Machine,
  name: string,
  options: LogOptions,
  signal: AbortSignal,
): AsyncGenerator<LogLine> {
  try {
    yield* linesOf(machine, name, options, signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function* linesOf(
  machine: Machine,
  name: string,
  { follow, since, tail }: LogOptions,
  signal: AbortSignal,
): AsyncGenerator<LogLine> {
  let from: { at: Date; seen: number } | undefined
  for (;;) {
    const found = await machine.look(name, signal)
    if (found === 'not-ours' || (!found && !from)) throw missing()
    if (!found) return
    const hasEnded = found.instance.state === 'exited'
    let toSkip = from?.seen ?? 0
    for await (const line of await open()) {
      const sameTime: boolean = from?.at.getTime() === line.at.getTime()
      if (sameTime && toSkip-- > 0) continue
      from = sameTime ? { at: line.at, seen: from!.seen + 1 } : { at: line.at, seen: 1 }
      yield line
    }
    from ??= { at: since ?? new Date(0), seen: 0 }
    if (!follow || hasEnded || signal.aborted) return
    await sleep(lookAgainMs, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
  }

  async function open(): Promise<AsyncIterable<LogLine>> {
    const begin = from ? new Date(from.at.getTime() - 1) : since
    const query = {
      stdout: 'true',
      stderr: 'true',
      timestamps: 'true',
      follow: String(follow),
      ...(begin && { since: (begin.getTime() / 1_000).toFixed(3) }),
      ...(!from && tail !== null && { tail: String(tail) }),
    }
    const opened = await machine.client.open({ method: 'GET', path: containerPath(name, '/logs'), query, signal })
    if ('status' in opened) throw opened.status === 404 ? missing() : silence(new Error(opened.message))
    return logLines(opened)
  }
}
