/**
 * The logs of a deployment as they are written. A stream that breaks goes on after the last line that was read; lines are
 * neither lost nor repeated. Following ends when the deployment has ended: a stream breaks where the service is restarted,
 * and ends where the deployment moves to another hub; it is then opened again.
 */
import { APIConnectionError } from './errors.ts'
import { backoffMs } from './retry-delay.ts'
import { serverSentEvents } from './server-sent-events.ts'
import type { Call, RequestOptions, Transport } from './transport.ts'
import type { Deployment, LogLine } from './types.ts'

export interface LogQuery {
  /** Continue until the deployment ends. */
  follow?: boolean
  /** Only lines written after this time: ISO 8601 with its offset, or a day. */
  since?: string
  /** How many of the last lines to start with: 0 to 10,000; 1,000 unless given. */
  tail?: number
  /** The `position` of the last line read. */
  after?: string
}

type Deps = { transport: Transport; deploymentPath: string; query: LogQuery; options: RequestOptions }

export async function* logStream({
  transport,
  deploymentPath,
  query,
  options,
}: Deps): AsyncGenerator<LogLine, void, undefined> {
  let position = query.after
  let failures = 0
  let openings = 0 // that ended while the deployment goes on, without a line between them
  for (;;) {
    const asked = position === query.after ? query : { follow: query.follow, after: position }
    const call: Call = { method: 'GET', path: `${deploymentPath}/logs`, query: asked }
    try {
      for await (const line of linesOf(transport, call, options)) {
        position = line.position
        failures = 0
        openings = 0
        yield line
      }
    } catch (error) {
      const delayMs = failures < transport.maxRetriesOf(options) ? transport.delayAfter(error, failures) : undefined
      if (delayMs === undefined) throw error
      failures++
      transport.debug(`GET ${call.path}: broken off; goes on in ${Math.round(delayMs)} ms`)
      await transport.runtime.sleep(delayMs, options.signal)
      continue
    }
    if (!query.follow) return
    const { status } = await transport.request<Deployment>({ method: 'GET', path: deploymentPath }, options)
    if (status === 'stopped' || status === 'failed') return
    await transport.runtime.sleep(backoffMs(openings++, transport.runtime.random()), options.signal)
  }
}

/** The lines of one stream. Throws if it breaks off: a whole one says that it ends. */
async function* linesOf(
  transport: Transport,
  call: Call,
  options: RequestOptions,
): AsyncGenerator<LogLine, void, undefined> {
  for await (const { event, data, id } of serverSentEvents(transport.stream(call, 'text/event-stream', options))) {
    if (event === 'end') return
    if (event === 'error') throw new APIConnectionError(messageOf(data))
    if (event === '' && data !== '' && id !== undefined)
      yield { ...(read(data) as Omit<LogLine, 'position'>), position: id }
  }
  throw new APIConnectionError('The stream of the logs broke off.')
}

function read(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    throw new APIConnectionError('A line of the logs was no JSON.')
  }
}

function messageOf(data: string): string {
  const { message } = read(data) as { message?: unknown }
  return typeof message === 'string' ? message : 'Reading the logs failed.'
}
