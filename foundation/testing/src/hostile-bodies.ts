/**
 * Bodies that cost as much as they can at a given size, and what a process spends on a request.
 *
 * Index bounds: places lie below the number of bodies.
 */
import { request } from 'node:http'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** One kind of body, made at the size wanted. */
export type HostileBody = { what: string; type: string; of(bytes: number): Buffer }

/** All kinds for an operation: of each media type that it takes, and about each of its `fields`. */
export function hostileBodies(types: readonly string[], fields: readonly string[]): HostileBody[] {
  return types.flatMap((type) => {
    const kinds: Kind[] =
      type === 'application/json'
        ? [...wholeBodies, ...fields.flatMap((field) => fieldBodies.map((kind) => aboutField(kind, field)))]
        : lineBodies
    return kinds.map(([what, write]) => ({
      what: `${what} as ${type}`,
      type,
      of: (bytes) => Buffer.from(write(bytes)),
    }))
  })
}

/** Some of the kinds, others for each `offset`, so that many operations have all of them between them. */
export function someOf(bodies: readonly HostileBody[], count: number, offset: number): HostileBody[] {
  const step = fieldBodies.length + 1
  const places = Array.from({ length: Math.min(count, bodies.length) }, (_, i) => (offset + i * step) % bodies.length)
  return [...new Set(places)].map((place) => bodies[place]!)
}

type Kind = readonly [what: string, write: (bytes: number) => string]
/** The same, with what stands before it and behind it in the body. */
type FieldKind = readonly [what: string, before: string, after: string, write: Filling]
type Filling = (before: string, after: string, bytes: number) => string

const repeated =
  (part: string, last = ''): Filling =>
  (before, after, bytes) =>
    before + part.repeat(Math.floor((bytes - before.length - last.length - after.length) / part.length)) + last + after

const manyNames: Filling = (before, after, bytes) => {
  const names: string[] = []
  for (let size = before.length + after.length; size < bytes - 20; size += names.at(-1)!.length + 1)
    names.push(`"n${names.length}":1`)
  return before + names.join(',') + after
}

const wholeBodies: readonly Kind[] = [
  ['white space', (bytes) => repeated(' ')('{', '}', bytes)],
  ['unknown names', (bytes) => manyNames('{', '}', bytes)],
  ['nesting', (bytes) => repeated('[')('', '', bytes)],
]

const fieldBodies: readonly FieldKind[] = [
  ['numbers', '[', ']', repeated('1,', '1')],
  ['equal words', '[', ']', repeated('"OFAC",', '"OFAC"')],
  ['empty objects', '[', ']', repeated('{},', '{}')],
  ['a text', '"', '"', repeated('x')],
  ['escapes', '["', '"]', repeated('\\u0041')],
  ['names', '{', '}', manyNames],
  ['names in an object', '[{', '}]', manyNames],
  ['nesting', '[', ']', repeated('[[],{"a":[]}],', '1')],
]

const aboutField = ([what, before, after, write]: FieldKind, field: string): Kind => [
  `${what} in ${field}`,
  (bytes) => write(`{"${field}":${before}`, `${after}}`, bytes),
]

const head = 'title,publishedAt,id\n'
const lineBodies = ['\n', '{}\n', ',', '"\n', '""\n', 'a","\n', '[[],', `{"a":[${'[],'.repeat(1_000)}1]}\n`].flatMap(
  (part): Kind[] => {
    const what = `lines of ${JSON.stringify(part.slice(0, 10))}`
    return [
      [what, (bytes) => repeated(part)('', '', bytes)],
      [`${what} behind a head`, (bytes) => repeated(part)(head, '', bytes)],
    ]
  },
)

export type Spent = { status: number; blockedMs: number }

type Sending = { url: string; method: string; headers: Record<string, string>; type: string; body: Buffer }

/** Sends it, and measures for how long at most this thread, which serves it as well, worked without a break. */
export async function spentOn({ url, method, headers: given, type, body }: Sending): Promise<Spent> {
  let blockedMs = 0
  let watching = true
  const watch = (async () => {
    for (let before = process.threadCpuUsage(); watching; ) {
      await setImmediate()
      const now = process.threadCpuUsage()
      blockedMs = Math.max(blockedMs, (now.user + now.system - before.user - before.system) / 1_000)
      before = now
    }
  })()
  const status = await new Promise<number>((resolve, reject) => {
    const headers = { ...given, 'Content-Type': type, 'Content-Length': body.length }
    const sent = request(url, { method, headers, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    })
    // A body that is refused by its length may be cut off on its way.
    sent.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(413) : reject(error),
    )
    sent.end(body)
  })
  watching = false
  await watch
  return { status, blockedMs }
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/**
 * What this process holds once it has given back what it can. Pages that the heap keeps ready for new objects are not
 * counted: how many, the collector decides by the load of the machine.
 */
export async function keptMegabytes(): Promise<number> {
  for (let i = 0; i < 3; i += 1) {
    collectGarbage()
    await sleep(50) // for what is freed behind the back of the collector
  }
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1_048_576
}
