import { Readable } from 'node:stream'
import { callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { eventsMediaType, wantsEvents } from '@service/foundation/http/negotiation.ts'
import { PageParameters, readPage, toPage } from '@service/foundation/http/page.ts'
import { Places } from '@service/foundation/http/places.ts'
import { whenLeft } from '@service/foundation/http/when-closed.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { LabelParameter, readLabelFilter } from '../deployments/deployments.ts'
import type { FeedFilter } from './feed-store.ts'
import { feedStream } from './feed-stream.ts'
import type { EventFeed } from './read-feed.ts'
import { FeedEventResponse, FeedPageResponse, feedEventResponse } from './responses.ts'

export type EventFeedDeps = {
  feed: EventFeed
  /** Logs failures that are our own fault. */
  report: (error: unknown) => void
  /** How many streams a company may have open at a time. */
  maxStreams?: number
}

/** Of one company at one process: each holds a connection, and reads the feed now and then. */
const defaultMaxStreams = 50
/** A stream is then ended, to be resumed by somebody who still may: a key can be revoked while it is open. */
const maxOpenMs = 900_000

const Parameters = Type.Object({
  limit: PageParameters.limit,
  cursor: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'The cursor of the last event read, or the next cursor of the page before.',
    }),
  ),
  deployment_id: Type.Optional(
    Type.Array(Type.String({ maxLength: 40, pattern: '^[0-9a-z_]+$' }), {
      minItems: 1,
      maxItems: 50,
      description: 'Those of these deployments.',
      examples: [['dep_01kd3f9n8x4s6t2v7w0y5z1a3b']],
    }),
  ),
  type: Type.Optional(
    Type.Array(Type.String({ maxLength: 40, pattern: '^[a-z_]+$' }), {
      minItems: 1,
      maxItems: 20,
      description: 'Those of one of these types.',
      examples: [['running', 'failed']],
    }),
  ),
  label: LabelParameter,
})
type Asked = FastifyRequest<{ Querystring: Type.Static<typeof Parameters> }>

export function eventFeedRoutes(app: App, deps: EventFeedDeps): void {
  const { feed } = deps
  const follow = makeFollow(app, deps)
  app.get(
    '/v1/events',
    {
      schema: {
        operationId: 'listEvents',
        tags: ['Deployments'],
        summary: 'List or follow the events of all deployments',
        description:
          'The oldest first, from the oldest that is kept or from `cursor` on. With `Accept: text/event-stream` the ' +
          'response is a stream of server-sent events, from now on or from `cursor` or `Last-Event-ID` on; the `id` of each is its ' +
          'cursor. Comments, and blocks without data, mean that nothing happened. A stream is cut off after some time: ' +
          'resume it, and no event is missed or repeated.',
        querystring: Parameters,
        response: { 200: FeedPageResponse },
      },
      config: { scope: 'deployments:read', events: true },
    },
    async (request, reply) => {
      if (wantsEvents(request)) return follow(request, reply)
      const { companyId } = callerOf(request)
      const { limit, after } = readPage(request.query, ['number'])
      const found = await feed.read(companyId, positionOf(after), limit + 1, filterOf(request))
      const { items, nextCursor } = toPage(found.events, limit, ({ position }) => [position])
      return { events: items.map(feedEventResponse), next_cursor: nextCursor }
    },
  )
}

function makeFollow(app: App, { feed, report, maxStreams = defaultMaxStreams }: EventFeedDeps) {
  const places = new Places(maxStreams, 'streams of events')
  const ending = new AbortController()
  // Who follows would hold the shutdown for ever.
  app.addHook('preClose', (done) => {
    ending.abort()
    done()
  })

  return async (request: Asked, reply: FastifyReply) => {
    const send = (stream: Iterable<string> | AsyncIterable<string>) => {
      reply.header('content-type', `${eventsMediaType}; charset=utf-8`).header('x-accel-buffering', 'no')
      // An end of the stream is an end of the connection: a shutdown would wait for one that stays open behind it.
      reply.header('connection', 'close')
      return reply.send(Readable.from(stream, { objectMode: false }))
    }
    // Fastify would read the stream of a HEAD, for nobody.
    if (request.method === 'HEAD') return send([])
    const { companyId } = callerOf(request)
    const cursor = request.query.cursor ?? lastEventIdOf(request)
    const { after } = readPage({ ...(cursor !== undefined && { cursor }) }, ['number'])
    const free = places.take(companyId)
    const reading = new AbortController()
    whenLeft(request, reply, () => {
      reading.abort()
      free()
    })
    const last = await feed.end(companyId)
    if (after !== undefined && positionOf(after) > last) throw unknownCursor()
    const serialise = reply.compileSerializationSchema(FeedEventResponse as unknown as Record<string, unknown>)
    return send(
      feedStream({
        feed,
        companyId,
        after: after === undefined ? last : positionOf(after),
        filter: filterOf(request),
        textOf: (event) => serialise(feedEventResponse(event)),
        signal: AbortSignal.any([reading.signal, ending.signal, AbortSignal.timeout(maxOpenMs)]),
        report,
      }),
    )
  }
}

const filterOf = ({ query: { deployment_id: deploymentIds, type: types, label } }: Asked): FeedFilter => ({
  deploymentIds,
  types,
  labels: label?.map(readLabelFilter) ?? [],
})

/** A browser sends an empty one where it had none. */
function lastEventIdOf({ headers }: FastifyRequest): string | undefined {
  const id = headers['last-event-id']
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** Of a cursor, whose form alone has been checked. */
function positionOf(after: readonly (string | number)[] | undefined): number {
  if (after === undefined) return 0
  const [position] = after
  if (!Number.isSafeInteger(position) || Number(position) < 0) throw unknownCursor()
  return Number(position)
}

function unknownCursor(): Problem {
  const message = 'is no cursor of this feed: pass one as it came'
  return new Problem('invalid-request', `query.cursor ${message}.`, { details: [{ path: 'query.cursor', message }] })
}
