/**
 * The events of all deployments as they happen. A stream that breaks, or that the service ends after a time, is resumed after
 * the last event that was read; events are neither lost nor repeated. It has no end of its own.
 */
import { APIError } from './errors.ts'
import { fromWire } from './names.ts'
import { backoffMs } from './retry-delay.ts'
import { serverSentEvents } from './server-sent-events.ts'
import type { RequestOptions, Transport } from './transport.ts'
import type { CompanyEvent } from './types.ts'

export interface EventFilter {
  /** Those of these deployments. */
  deploymentId?: string[]
  /** Those of one of these types. */
  type?: string[]
  /** Those of deployments with all of these labels: `name=value`, or `name` for any value. */
  label?: string[]
  /** The `cursor` of the last event read. */
  cursor?: string
}

export async function* eventStream(
  transport: Transport,
  filter: EventFilter,
  options: RequestOptions,
): AsyncGenerator<CompanyEvent, void, undefined> {
  const path = '/v1/events'
  let { cursor } = filter
  let failures = 0
  let openings = 0 // that ended without an event between them
  for (;;) {
    const call = { method: 'GET', path, query: { ...filter, cursor } } as const
    try {
      for await (const { data, id } of serverSentEvents(transport.stream(call, 'text/event-stream', options))) {
        const event = data === '' ? undefined : read(data)
        cursor = id ?? cursor
        failures = 0
        if (event === undefined) continue
        openings = 0
        yield event
      }
    } catch (error) {
      const delayMs = failures < transport.maxRetriesOf(options) ? transport.delayAfter(error, failures) : undefined
      if (delayMs === undefined) throw error
      failures++
      transport.debug(`GET ${path}: broken off; goes on in ${Math.round(delayMs)} ms`)
      await transport.runtime.sleep(delayMs, options.signal)
      continue
    }
    await transport.runtime.sleep(backoffMs(openings++, transport.runtime.random()), options.signal)
  }
}

/** Throws for good: to go on after an event that cannot be read would lose it. */
function read(data: string): CompanyEvent {
  try {
    return fromWire(JSON.parse(data)) as CompanyEvent
  } catch {
    throw new APIError('An event of the stream was no JSON.')
  }
}
