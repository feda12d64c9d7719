/** Bodies that cost as much as they can at a given size, and what a process spends on a request. */
import { request } from 'node:http'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export type HostileBody = { what: string; type: string; body: Buffer }

/** `fields` are those that the operation takes. */
export function* hostileBodies(
  types: readonly string[],
  fields: readonly string[],
  bytes: number,
): Generator<HostileBody> {
  for (const type of types) {
    const named = (what: string, body: string): HostileBody => ({
      what: `${what} as ${type}`,
      type,
      body: Buffer.from(body),
    })
    if (type === 'application/json') for (const [what, body] of jsonBodies(fields, bytes)) yield named(what, body)
    else for (const [what, body] of lineBodies(bytes)) yield named(what, body)
  }
}

function* jsonBodies(fields: readonly string[], bytes: number): Generator<[what: string, body: string]> {
  const filled = (before: string, part: string, last: string, after: string) =>
    before + part.repeat(Math.floor((bytes - before.length - last.length - after.length) / part.length)) + last + after
  const manyNames = (before: string, after: string) => {
    const names: string[] = []
    for (let size = before.length + after.length; size < bytes - 20; size += names.at(-1)!.length + 1)
      names.push(`"n${names.length}":1`)
    return before + names.join(',') + after
  }
  yield ['unknown names', manyNames('{', '}')]
  yield ['white space', filled('{', ' ', '', '}')]
  yield ['nesting', filled('', '[', '', '')]
  for (const field of fields) {
    yield [`numbers in ${field}`, filled(`{"${field}":[`, '1,', '1', ']}')]
    yield [`equal words in ${field}`, filled(`{"${field}":[`, '"OFAC",', '"OFAC"', ']}')]
    yield [`empty objects in ${field}`, filled(`{"${field}":[`, '{},', '{}', ']}')]
    yield [`a text in ${field}`, filled(`{"${field}":"`, 'x', '', '"}')]
    yield [`escapes in ${field}`, filled(`{"${field}":["`, '\\u0041', '', '"]}')]
    yield [`names in ${field}`, manyNames(`{"${field}":{`, '}}')]
    yield [`names in one of ${field}`, manyNames(`{"${field}":[{`, '}]}')]
    yield [`nesting in ${field}`, filled(`{"${field}":[`, '[[],{"a":[]}],', '1', ']}')]
  }
}

function* lineBodies(bytes: number): Generator<[what: string, body: string]> {
  const head = 'title,publishedAt,id\n'
  for (const part of ['\n', '{}\n', ',', '"\n', '""\n', 'a","\n', '[[],', `{"a":[${'[],'.repeat(1_000)}1]}\n`]) {
    yield [`lines of ${JSON.stringify(part.slice(0, 10))}`, part.repeat(Math.floor(bytes / part.length))]
    yield [
      `lines of ${JSON.stringify(part.slice(0, 10))} behind a head`,
      head + part.repeat(Math.floor((bytes - 30) / part.length)),
    ]
  }
}

export type Spent = { status: number; blockedMs: number }

/** Sends it, and measures for how long at most this thread, which serves it as well, worked without a break. */
export async function spentOn(url: string, key: string, method: string, { type, body }: HostileBody): Promise<Spent> {
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
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': type, 'Content-Length': body.length }
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
