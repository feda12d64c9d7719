/**
 * A whole list as lines of JSON (NDJSON), for those who copy lists to elsewhere: every page of it in one response. Each line
 * is an item with the `cursor` that continues behind it, so that a copy that breaks off goes on where it was.
 *
 * A page is read when the caller has taken the one before, so memory is bounded by a page, however long the list and
 * slow the caller. What fails on the way breaks the connection: a response that ends well is whole.
 */
import type { Server } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { callerOf } from './admission.ts'
import type { App } from './app.ts'
import { linesMediaType } from './negotiation.ts'
import { type CursorKey, cursorOf } from './page.ts'
import { Places } from './places.ts'
import { linesInSnakeCase } from './snake-case.ts'
import { whenClosed } from './when-closed.ts'

export type Line<Item> = { key: CursorKey; item: Item }

export type LineSource<Item> = {
  /** Of an item, as the list in JSON has it. */
  schema: TSchema
  /** The sort key of the item to begin behind. */
  after: CursorKey | undefined
  read: ReadLines<Item>
}

/** Up to `limit` items behind a key. */
export type ReadLines<Item> = (after: CursorKey | undefined, limit: number) => Promise<readonly Line<Item>[]>

const pageSize = 200
/** Of one company at one process. */
const maxOpen = 4

type Open = { places: Places; ending: AbortController }
const openAt = new WeakMap<Server, Open>()

/** For the app: who reads slowly would hold its shutdown. */
export function endLinesOnClose(app: App): void {
  const open = { places: new Places(maxOpen, 'exports'), ending: new AbortController() }
  openAt.set(app.server, open)
  app.addHook('preClose', (done) => {
    open.ending.abort(new Error('the service is shutting down'))
    done()
  })
}

export async function sendLines<Item>(
  request: FastifyRequest,
  reply: FastifyReply,
  { schema, after, read }: LineSource<Item>,
): Promise<FastifyReply> {
  const send = (lines: Iterable<string> | AsyncIterable<string>) => {
    reply.header('content-type', linesMediaType).header('x-accel-buffering', 'no')
    return reply.send(Readable.from(lines, { objectMode: false }))
  }
  // Fastify would read all lines of a HEAD, for nobody and as fast as it can.
  if (request.method === 'HEAD') return send([])
  const { places, ending } = openAt.get(request.server.server as Server)!
  const free = places.take(callerOf(request).companyId)
  whenClosed(reply, free)
  // Here, where the status can still say so, if it fails at once.
  const first = await read(after, pageSize)
  const spelt = request.routeOptions.config.linesInSnakeCase
    ? linesInSnakeCase(schema)
    : { schema, named: (item: unknown) => item }
  const serialise = reply.compileSerializationSchema(spelt.schema as Record<string, unknown>)
  const text = ({ key, item }: Line<Item>) =>
    `{"cursor":"${cursorOf(key)}",${serialise(spelt.named(item) as Record<string, unknown>).slice(1)}\n`
  async function* pages() {
    for (let page = first; page.length > 0; page = await read(page.at(-1)!.key, pageSize)) {
      ending.signal.throwIfAborted()
      if (reply.raw.destroyed) return
      yield page.map(text).join('')
      if (page.length < pageSize) return
    }
  }
  return send(pages())
}
