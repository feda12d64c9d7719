import { setTimeout as sleep } from 'node:timers/promises'
import type { LogLine, LogOptions } from '../engine.ts'
import { silence } from './client.ts'
import { logLines } from './container-logs.ts'
import { containerPath, type Machine, missing } from './machine.ts'

const pollEveryMs = 250

/** The time of the last line, and how many lines of that time there were. */
type Last = { time: number; lines: number }

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
  let last: Last | undefined
  for (;;) {
    const found = await machine.inspect(name, signal)
    if (found === 'not-ours' || (!found && !last)) throw missing()
    if (!found) return
    const hasEnded = found.instance.state === 'exited'
    const resumed: Last | undefined = last
    let toSkip = resumed?.lines ?? 0
    for await (const line of await open(resumed)) {
      const time = line.at.getTime()
      if (resumed && (time < resumed.time || (time === resumed.time && toSkip-- > 0))) continue
      last = { time, lines: last?.time === time ? last.lines + 1 : 1 }
      yield line
    }
    last ??= { time: since?.getTime() ?? 0, lines: 0 }
    if (!follow || hasEnded || signal.aborted) return
    await sleep(pollEveryMs, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
  }

  async function open(resumed: Last | undefined): Promise<AsyncIterable<LogLine>> {
    const begin = resumed ? new Date(resumed.time - 1) : since
    const query = {
      stdout: 'true',
      stderr: 'true',
      timestamps: 'true',
      follow: String(follow),
      ...(begin && { since: (begin.getTime() / 1_000).toFixed(3) }),
      ...(!resumed && tail !== null && { tail: String(tail) }),
    }
    const opened = await machine.client.open({ method: 'GET', path: containerPath(name, '/logs'), query, signal })
    if ('status' in opened) throw opened.status === 404 ? missing() : silence(new Error(opened.message))
    return logLines(opened)
  }
}
