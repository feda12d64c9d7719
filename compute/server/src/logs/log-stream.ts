/**
 * Lines as a stream: server-sent events, each with the id to resume after, or one JSON object a line (NDJSON). While
 * nothing is written the stream says so from time to time, for proxies and sockets give up on silence.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { EngineFault } from '@service/compute-engines/engine.ts'
import { type PlacedLine, positionText } from './log-position.ts'
import type { LogRead } from './read-logs.ts'

export type LogFormat = 'events' | 'ndjson'

export const mediaTypes: Readonly<Record<LogFormat, string>> = {
  events: 'text/event-stream; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
}

const quietMs = 15_000

type Deps = {
  format: LogFormat
  /** Where the lines are what was kept of a log. */
  kept?: LogRead['kept']
  /** Aborted when the service ends: the stream is then cut off without `end`, for what it follows goes on. */
  ending: AbortSignal
  report: (error: unknown) => void
}

/** Never throws: a failure on the way is the last item. */
export async function* logStream(
  lines: AsyncIterator<PlacedLine, void, undefined>,
  { format, kept, ending, report }: Deps,
): AsyncGenerator<string, void, undefined> {
  if (format === 'events') yield 'retry: 2000\n\n'
  if (format === 'events' && kept) yield keptEvent(kept)
  try {
    let next = lines.next()
    for (;;) {
      const result = await Promise.race([next, quiet(next)])
      if (result === 'quiet') yield format === 'events' ? ': nothing new\n\n' : '\n'
      else if (result.done) break
      else {
        yield lineText(result.value, format)
        next = lines.next()
      }
    }
    if (format === 'events' && !ending.aborted) yield 'event: end\ndata: {}\n\n'
  } catch (error) {
    if (ending.aborted) return
    if (!(error instanceof EngineFault)) report(error)
    const message = error instanceof EngineFault ? error.message : 'Reading the logs failed. Try again.'
    yield format === 'events'
      ? `event: error\ndata: ${JSON.stringify({ message })}\n\n`
      : `${JSON.stringify({ error: message })}\n`
  } finally {
    await lines.return?.()
  }
}

const keptEvent = ({ attempt, complete, keptAt }: NonNullable<LogRead['kept']>): string =>
  `event: kept\ndata: ${JSON.stringify({ attempt, complete, kept_at: keptAt.toISOString() })}\n\n`

/** Ends its timer when the line comes first. */
async function quiet(next: Promise<unknown>): Promise<'quiet'> {
  const timer = new AbortController()
  const end = () => timer.abort()
  next.then(end, end)
  await sleep(quietMs, undefined, { signal: timer.signal }).catch(() => {})
  return 'quiet'
}

function lineText({ at, stream, text, position }: PlacedLine, format: LogFormat): string {
  const id = positionText(position)
  const fields = { at: at.toISOString(), stream, text }
  return format === 'events'
    ? `id: ${id}\ndata: ${JSON.stringify(fields)}\n\n`
    : `${JSON.stringify({ ...fields, position: id })}\n`
}
