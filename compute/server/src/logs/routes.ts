import { Readable } from 'node:stream'
import { EngineFault } from '@service/compute-engines/engine.ts'
import { callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { InstantParameter, readInstant } from '@service/foundation/http/model/instant.ts'
import { Places } from '@service/foundation/http/places.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { whenClosed, whenLeft } from '@service/foundation/http/when-closed.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { DeploymentPath, deploymentIdOf } from '../deployments/deployments.ts'
import { type LogPosition, type PlacedLine, readPosition } from './log-position.ts'
import { type LogFormat, logStream, mediaTypes } from './log-stream.ts'
import type { LogRead, ReadLogs } from './read-logs.ts'
import { readLogsTool } from './tools.ts'

export type LogDeps = {
  readLogs: ReadLogs
  /** Logs failures that are our own fault. */
  report: (error: unknown) => void
  /** How many streams a company may have open at a time. */
  maxLogReaders?: number
}

/** On what was kept of a log that its hub has no more. */
const keptHeader = 'x-service-logs-kept'
const maxTail = 10_000
const defaultTail = 1_000
/** Of one company at one process: each holds a connection, and one at the engine. */
const maxReaders = 50

export function logRoutes(app: App, { readLogs, report, maxLogReaders = maxReaders }: LogDeps): void {
  const readers = new Places(maxLogReaders, 'log streams')
  const ending = new AbortController()
  // Who follows would hold the shutdown for as long as the deployment writes.
  app.addHook('preClose', (done) => {
    ending.abort()
    done()
  })

  app.get(
    '/v1/compute/deployments/:deployment_id/logs',
    {
      schema: {
        operationId: 'getLogs',
        tags: ['Deployments'],
        summary: 'Read or follow the logs of a deployment',
        description:
          'Server-sent events with `Accept: text/event-stream`, each with an `id` to resume after (`Last-Event-ID`); ' +
          'otherwise one JSON object per line: `{"at", "stream", "text", "position"}`. Only the current attempt. After ' +
          'the end, what was kept of the last one: its last lines, with the header `X-Service-Logs-Kept` (`all` or `part`), and among events ' +
          'first one named `kept`. ' +
          'Empty lines, and events without data, mean that nothing was written. Events close with `event: end`, once all has ' +
          'been read; a stream that closes without it was cut off, by a restart of the service too: resume it.',
        params: DeploymentPath,
        querystring: Type.Object({
          follow: Type.Optional(Type.Boolean({ default: false, description: 'Continue until the deployment ends.' })),
          since: Type.Optional(InstantParameter('Only lines written after this time.')),
          tail: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: maxTail,
              default: defaultTail,
              description: 'How many of the last lines to start with.',
            }),
          ),
          after: Type.Optional(Type.String({ maxLength: 40, description: 'The `position` of the last line read.' })),
        }),
        response: {
          200: Type.Unsafe<Readable>({ type: 'string' }),
          ...problems('not-found', 'not-acceptable', 'unavailable'),
        },
      },
      config: {
        scope: 'deployments:read',
        tool: readLogsTool,
        streams: Object.values(mediaTypes).map(withoutParameters),
      },
    },
    async (request, reply) => {
      const { companyId } = callerOf(request)
      const { follow = false, since, tail } = request.query
      const format = formatFor(request.headers.accept)
      const query = {
        follow,
        since: readInstant('query.since', since),
        tail: tail ?? defaultTail,
        after: afterOf(request),
      }
      const id = deploymentIdOf(request.params)
      const free = readers.take(companyId)
      const reading = new AbortController()
      const end = () => {
        reading.abort()
        free()
      }
      if (follow) whenLeft(request, reply, end)
      else whenClosed(reply, end)
      const { first, kept } = await opened(
        readLogs(companyId, id, query, AbortSignal.any([reading.signal, ending.signal])),
        follow,
      )
      if (kept) reply.header(keptHeader, kept.complete ? 'all' : 'part')
      reply.header('content-type', mediaTypes[format]).header('x-accel-buffering', 'no')
      const stream = logStream(first, { format, kept, ending: ending.signal, report })
      return reply.send(Readable.from(stream, { objectMode: false }))
    },
  )
}

const doesNotRespond = (cause: unknown) =>
  new Problem('unavailable', 'The hub that keeps these logs does not respond. Try again.', {
    cause,
    retryAfterSeconds: 10,
  })

async function opened(reading: Promise<LogRead>, follow: boolean) {
  const { lines, kept } = await reading.catch((cause) => {
    throw cause instanceof EngineFault ? doesNotRespond(cause) : cause
  })
  return { first: await firstOf(lines, follow), kept }
}

/** Fails here, where the status can still say so, if the engine does at once. */
async function firstOf(
  lines: AsyncGenerator<PlacedLine, void, undefined>,
  follow: boolean,
): Promise<AsyncIterator<PlacedLine, void, undefined>> {
  const first = lines.next()
  if (follow) {
    first.catch(() => {}) // reported in the stream
  } else {
    await first.catch((cause) => {
      if (!(cause instanceof EngineFault)) throw cause
      throw doesNotRespond(cause)
    })
  }
  let given = false
  return {
    next: () => {
      if (given) return lines.next()
      given = true
      return first
    },
    return: () => lines.return(undefined),
  }
}

function afterOf(request: FastifyRequest<{ Querystring: { after?: string } }>): LogPosition | undefined {
  const { after } = request.query
  const text = after ?? request.headers['last-event-id']
  if (typeof text !== 'string' || text === '') return undefined
  const position = readPosition(text)
  if (position) return position
  const message = 'is no position of a line: pass it as it came'
  const path = after === undefined ? 'header.last-event-id' : 'query.after'
  throw new Problem('invalid-request', `${path} ${message}.`, { details: [{ path, message }] })
}

const withoutParameters = (mediaType: string): string => mediaType.replace(/;.*/s, '')

/** Events only for callers that ask for them by name; those that accept anything get lines. */
function formatFor(accept: string | undefined): LogFormat {
  const ranges = (accept ?? '*/*').split(',').map((range) => withoutParameters(range).trim().toLowerCase())
  if (ranges.includes('text/event-stream')) return 'events'
  if (ranges.some((range) => ['*/*', 'application/*', 'application/x-ndjson', 'application/json'].includes(range)))
    return 'ndjson'
  throw new Problem('not-acceptable', 'Accept must allow text/event-stream or application/x-ndjson.')
}
