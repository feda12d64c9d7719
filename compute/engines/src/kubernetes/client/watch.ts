/**
 * Lists, in pages, and watches that begin where the list ended. A watch goes on over its own end (the server ends each
 * after some minutes); one that has fallen behind what the server remembers (410) begins again with a list, and one that
 * is silent for longer than bookmarks are apart is taken for dead.
 */
import { EngineFault } from '../../engine.ts'
import type { Fields } from '../../fields.ts'
import type { ClusterClient, ClusterResponse } from './client.ts'
import { fieldsOf } from './object-fields.ts'

/** `metadataOnly`: of each object who it is, and not what it is. */
export type Selection = { path: string; labels?: string; fields?: string; metadataOnly?: boolean }
export type Listed<T> = { items: T[]; resourceVersion: string }

/** `listed`: all that there is; who watches forgets what is not among them. */
export type Change<T> = { kind: 'listed'; items: T[] } | { kind: 'changed' | 'deleted'; object: T }

const pageSize = 500
const watchSeconds = 240
/** The server sends a bookmark each minute. */
const idleMs = 150_000
const maxLineBytes = 16 * 2 ** 20
const listMs = 30_000
/** Beyond it the list would fill the memory. */
const maxListed = 100_000

const metadataForm = (kind: 'PartialObjectMetadata' | 'PartialObjectMetadataList'): string =>
  `application/json;as=${kind};v=v1;g=meta.k8s.io,application/json`

const selectors = ({ labels, fields }: Selection): Record<string, string> => ({
  ...(labels !== undefined && { labelSelector: labels }),
  ...(fields !== undefined && { fieldSelector: fields }),
})

/** Keeps what `read` makes of each object, and the objects themselves for a page at a time alone: thousands are many megabytes. */
export async function listAll<T>(
  client: ClusterClient,
  selection: Selection,
  signal: AbortSignal,
  read: (item: Fields) => T | undefined,
): Promise<Listed<T>> {
  for (let tries = 1; ; tries++) {
    const listed = await listPages(client, selection, signal, read)
    if (listed) return listed
    if (tries === 3) throw new EngineFault('unreachable', 'The list of the cluster expires while it is read.')
  }
}

/** Undefined where the list expired (410) between two pages. */
async function listPages<T>(
  client: ClusterClient,
  selection: Selection,
  signal: AbortSignal,
  read: (item: Fields) => T | undefined,
): Promise<Listed<T> | undefined> {
  const items: T[] = []
  const seen = new Set<string>()
  let [next, listed] = ['', 0]
  for (;;) {
    const query = { ...selectors(selection), limit: String(pageSize), ...(next && { continue: next }) }
    const accept = selection.metadataOnly ? { accept: metadataForm('PartialObjectMetadataList') } : {}
    const response = await client.ask({
      method: 'GET',
      path: selection.path,
      query,
      signal,
      limitMs: listMs,
      ...accept,
    })
    if (response.status === 410) return undefined
    const page = fieldsOf(expected(response))
    const found = page.listIfAny('items')
    listed += Math.max(1, found.length) // an empty page counts too, or a list of them would have no end
    if (listed > maxListed) throw new EngineFault('unreachable', `The cluster lists more than ${maxListed} objects.`)
    for (const item of found) {
      const made = read(item)
      if (made !== undefined) items.push(made)
    }
    const metadata = page.in('metadata')
    next = metadata.textIfAny('continue') ?? ''
    if (!next) return { items, resourceVersion: metadata.text('resourceVersion') }
    if (seen.has(next)) throw new EngineFault('unreachable', 'The cluster repeats a page of a list.')
    seen.add(next)
  }
}

/** Ends when the cluster goes away, with the fault; never by itself. What was listed stays in memory until the first change. */
export async function* listAndWatch<T>(
  client: ClusterClient,
  selection: Selection,
  signal: AbortSignal,
  read: (object: Fields) => T | undefined,
): AsyncGenerator<Change<T>> {
  for (;;) {
    const { items, resourceVersion } = await listAll(client, selection, signal, read)
    yield { kind: 'listed', items }
    let version: string | undefined = resourceVersion
    while (version !== undefined) version = yield* watchFrom(client, selection, version, signal, read)
  }
}

/** Answers from where to go on; undefined where that is forgotten. */
async function* watchFrom<T>(
  client: ClusterClient,
  selection: Selection,
  from: string,
  signal: AbortSignal,
  read: (object: Fields) => T | undefined,
): AsyncGenerator<Change<T>, string | undefined> {
  const query = {
    ...selectors(selection),
    watch: 'true',
    allowWatchBookmarks: 'true',
    resourceVersion: from,
    timeoutSeconds: String(watchSeconds),
  }
  const opened = await client.open({
    method: 'GET',
    path: selection.path,
    query,
    signal,
    idleMs,
    ...(selection.metadataOnly && { accept: metadataForm('PartialObjectMetadata') }),
  })
  if ('status' in opened) {
    if (opened.status === 410 || opened.reason === 'Expired') return undefined
    expected(opened)
    return undefined
  }
  let version = from
  for await (const line of jsonLines(opened)) {
    const event = fieldsOf(line)
    const [type, object] = [event.text('type'), event.in('object')]
    if (type === 'ERROR') {
      if (object.numberIfAny('code') === 410) return undefined
      throw new EngineFault('unreachable', 'The cluster ended a watch.', {
        cause: new Error(object.textIfAny('message') ?? ''),
      })
    }
    version = object.in('metadata').text('resourceVersion')
    if (!['ADDED', 'MODIFIED', 'DELETED'].includes(type)) continue
    const made = read(object)
    if (made !== undefined) yield { kind: type === 'DELETED' ? 'deleted' : 'changed', object: made }
  }
  return version
}

/** The body, where nothing can be wrong but the cluster itself, or what we may do there. */
export function expected(response: ClusterResponse): unknown {
  if (response.status < 400) return response.body
  throw refused(response)
}

export function refused({ status, message, reason }: ClusterResponse): EngineFault {
  const cause = new Error(`${status} ${reason}: ${message}`)
  if (status !== 403) return new EngineFault('unreachable', `The cluster refuses a request (${status}).`, { cause })
  const [, verb, resource] = /cannot (\w+) resource "([\w./]+)"/.exec(message) ?? []
  const what = verb ? `: it cannot ${verb} ${resource}` : ''
  return new EngineFault('unreachable', `The role of the service at the cluster is too small${what}.`, { cause })
}

export async function* jsonLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  let parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, from)) {
      const line = Buffer.concat([...parts, chunk.subarray(from, end)]).toString('utf8')
      ;[parts, bytes, from] = [[], 0, end + 1]
      if (line.trim() !== '') yield parsed(line)
    }
    if (from < chunk.length) {
      parts.push(chunk.subarray(from))
      bytes += chunk.length - from
      if (bytes > maxLineBytes) throw new EngineFault('unreachable', 'The cluster sent a line that does not end.')
    }
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch (cause) {
    throw new EngineFault('unreachable', 'The cluster sent what is no JSON.', { cause })
  }
}
