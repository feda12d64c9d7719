/** What a container wrote, line by line, over its restarts. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { LogLine, LogOptions } from '../engine.ts'
import type { ClusterClient } from './client/client.ts'
import { refused } from './client/watch.ts'
import { missing, type Pods, podPath } from './pods.ts'

const pollEveryMs = 250
const newline = 0x0a
const maxLineBytes = 64 * 1024

type Deps = { client: ClusterClient; pods: Pods }

export async function* followInstance(
  deps: Deps,
  name: string,
  options: LogOptions,
  signal: AbortSignal,
): AsyncGenerator<LogLine> {
  try {
    yield* linesOf(deps, name, options, signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function* linesOf(
  { client, pods }: Deps,
  name: string,
  { follow, since, tail }: LogOptions,
  signal: AbortSignal,
): AsyncGenerator<LogLine> {
  /** Of the last line: the server gives times to the nanosecond, so that a line is known by its own. */
  let lastTime = ''
  for (let first = true; ; first = false) {
    const [pod] = await pods.of(name, signal)
    if (!pod && first) throw missing()
    if (!pod) return
    const hasEnded = pod.state === 'exited'
    if (pod.state !== 'created') {
      const from = lastTime === '' ? since : new Date(`${lastTime.slice(0, 19)}Z`)
      const query = {
        container: 'main',
        timestamps: 'true',
        follow: String(follow),
        ...(from && { sinceTime: `${from.toISOString().slice(0, 19)}Z` }), // the server knows whole seconds here
        ...(first && tail !== null && { tailLines: String(tail) }),
      }
      const opened = await client.open({ method: 'GET', path: `${podPath(pod)}/log`, query, signal })
      if ('status' in opened) {
        if (opened.status === 404) return
        if (opened.status !== 400) throw refused(opened) // 400: the container is just between two starts
      } else {
        for await (const { at, time, text } of timedLines(opened)) {
          if (time <= lastTime) continue
          lastTime = time
          if (since === null || at > since) yield { at, stream: 'stdout', text }
        }
      }
    }
    if (!follow || hasEnded || signal.aborted) return
    await sleep(pollEveryMs, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
  }
}

/** `time` is that of `at`, to the nanosecond, and sorts as a text. */
type TimedLine = { at: Date; time: string; text: string }

/** A line of another form is the server's own: what it says where it has lost the log. */
async function* timedLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<TimedLine> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let from = 0
    for (let end = rest.indexOf(newline); end >= 0; end = rest.indexOf(newline, from)) {
      const line = timed(rest.subarray(from, end))
      if (line) yield line
      from = end + 1
    }
    rest = rest.subarray(from)
    if (rest.length > maxLineBytes) {
      const line = timed(rest)
      if (line) yield line
      rest = Buffer.alloc(0)
    }
  }
  const line = rest.length > 0 ? timed(rest) : undefined
  if (line) yield line
}

const timeForm = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:Z|[+-]\d\d:\d\d)$/

function timed(bytes: Buffer): TimedLine | undefined {
  const space = bytes.indexOf(' ')
  const stamp = bytes.subarray(0, Math.max(0, space)).toString('latin1')
  const [, , fraction = ''] = timeForm.exec(stamp) ?? []
  const at = new Date(stamp)
  if (!timeForm.test(stamp) || Number.isNaN(at.getTime())) return undefined
  const time = `${at.toISOString().slice(0, 19)}.${fraction.padEnd(9, '0')}`
  const text = bytes.subarray(space + 1, space + 1 + maxLineBytes).toString('utf8')
  return { at, time, text: text.replace(/\r$/, '') }
}
