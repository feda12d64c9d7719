import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { exampleKey, makeExample } from '@service/foundation-testing/http/example-app.ts'
import Type from 'typebox'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from './app.ts'
import { type ReadLines, sendLines } from './lines.ts'
import { LinesFormatParameter, wantsLines } from './negotiation.ts'
import { PageParameters, readPage } from './page.ts'

const Item = Type.Object({ number: Type.Integer(), text: Type.String() })
type Item = Type.Static<typeof Item>

/** A list of numbers from 1 on, in pages; how it is read can be watched. */
let count: number
let failsBehind: number
let textOf: (number: number) => string
let pages: number
let begun: number
/** How many handlers have begun that go on only when their caller has gone. */
let left: number | undefined

const read: ReadLines<Item> = async (after, limit) => {
  pages += 1
  if (!after) begun += 1
  const from = Number(after?.[0] ?? 0) + 1
  if (from > failsBehind) throw new Error('the database is gone')
  const length = Math.max(0, Math.min(limit, count - from + 1))
  return Array.from({ length }, (_, i) => ({
    key: [from + i],
    item: { number: from + i, text: textOf(from + i), internal: 'x' } as Item,
  }))
}

function numberRoutes(app: App): void {
  const schema = { querystring: Type.Object({ ...PageParameters, format: LinesFormatParameter }) }
  app.get('/api/v1/numbers', { schema, config: { scope: 'screening:read', lines: true } }, async (request, reply) => {
    if (left !== undefined) {
      left += 1
      await once(reply.raw, 'close')
    }
    const { format: _format, ...page } = request.query
    const { after } = readPage(page, ['number'])
    return wantsLines(request) ? sendLines(request, reply, { schema: Item, after, read }) : { numbers: [] }
  })
}

const headers = { authorization: `Bearer ${exampleKey}` }
let app: App
let address: string
beforeAll(async () => {
  ;({ app } = await makeExample({ routes: numberRoutes }))
  address = await app.listen({ port: 0 })
})
afterAll(() => app.close())
beforeEach(() => {
  count = 450
  failsBehind = Number.POSITIVE_INFINITY
  textOf = (number) => `number ${number}\n`
  pages = 0
  begun = 0
  left = undefined
})

const numbersOf = (body: string) =>
  body
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
const ask = (query: string, more: Record<string, string> = {}) =>
  app.inject({ url: `/api/v1/numbers?${query}`, headers: { ...headers, ...more } })

/** Statuses of as many short exports as a company may have. */
async function fourAtOnce() {
  const responses = await Promise.all([1, 2, 3, 4].map(() => ask('format=ndjson&cursor=WzEwMDAwMDBd')))
  return responses.map(({ statusCode }) => statusCode)
}

test('every item of every page is a line, in the shape that the list has', async () => {
  const response = await ask('format=ndjson')
  expect(response.headers['content-type']).toBe('application/x-ndjson')
  const lines = numbersOf(response.body)
  expect(lines.map(({ number }) => number)).toEqual(Array.from({ length: 450 }, (_, i) => i + 1))
  expect(lines[0]).toEqual({ cursor: expect.any(String), number: 1, text: 'number 1\n' })
  expect(pages).toBe(3)
})

test('the cursor of any line continues behind it', async () => {
  const lines = numbersOf((await ask('format=ndjson')).body)
  const rest = numbersOf((await ask(`format=ndjson&cursor=${lines[216].cursor}`)).body)
  expect(rest).toEqual(lines.slice(217))
  expect((await ask(`format=ndjson&cursor=${lines[449].cursor}`)).body).toBe('')
  expect((await ask('format=ndjson&cursor=nonsense')).statusCode).toBe(400)
})

test('lines come to those who ask for them, JSON to all others', async () => {
  const typeFor = async (accept: string) => (await ask('', { accept })).headers['content-type']
  expect(await typeFor('application/x-ndjson')).toBe('application/x-ndjson')
  expect(await typeFor('application/x-ndjson, application/json;q=0.5')).toBe('application/x-ndjson')
  for (const accept of ['*/*', 'application/*', 'application/json, application/x-ndjson', 'text/html']) {
    expect(await typeFor(accept), accept).toMatch(/^application\/json/)
  }
  expect((await ask('format=json', { accept: 'application/x-ndjson' })).headers['content-type']).toMatch(/json;/)
  expect((await ask('', { accept: 'application/x-ndjson' })).headers.vary).toContain('Accept')
})

test('pages are read as fast as the caller takes them', async () => {
  count = 1_000_000
  textOf = () => 'x'.repeat(1_000)
  const socket = connect(Number(new URL(address).port), '127.0.0.1').pause()
  const settled = async () => {
    let before = -1
    // Until no further page is read within half a second, for that is what has to be seen.
    for (; before !== pages; await new Promise((resolve) => setTimeout(resolve, 500))) before = pages
  }
  socket.write(
    `GET /api/v1/numbers?format=ndjson HTTP/1.1\r\nHost: x\r\nAuthorization: ${headers.authorization}\r\n\r\n`,
  )
  await settled()
  expect(pages).toBeGreaterThan(0)
  expect(pages).toBeLessThan(100) // of 5,000: 20 MB, most of it in the buffers of the two sockets
  socket.destroy()
})

test('what fails at once is a refusal, and what fails later breaks the connection', async () => {
  failsBehind = 0
  expect((await ask('format=ndjson')).statusCode).toBe(500)
  failsBehind = 200
  const broken = await fetch(`${address}/api/v1/numbers?format=ndjson`, { headers })
  expect(broken.status).toBe(200)
  await expect(broken.text()).rejects.toThrow()
})

test('a company has four at a time', async () => {
  count = 1_000_000
  textOf = () => 'x'.repeat(1_000)
  const open = async () => {
    const request = get(`${address}/api/v1/numbers?format=ndjson`, { headers, agent: false })
    return (await once(request, 'response'))[0] as IncomingMessage
  }
  const responses = await Promise.all([open(), open(), open(), open()])
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  const fifth = await open()
  expect([fifth.statusCode, fifth.headers['retry-after']]).toEqual([429, '10'])
  for (const response of [fifth, ...responses]) response.destroy()
  await expect.poll(async () => (await ask('format=ndjson&limit=1&cursor=WzEwMDAwMDBd')).statusCode).toBe(200)
})

test('a HEAD reads nothing, and says what a GET would be', async () => {
  const response = await fetch(`${address}/api/v1/numbers?format=ndjson`, { method: 'HEAD', headers })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/x-ndjson')
  expect(response.headers.get('content-length')).toBeNull()
  expect(pages).toBe(0)
})

test('exports that were asked for on one connection give their places back when it closes', async () => {
  count = 1_000_000
  textOf = () => 'x'.repeat(1_000)
  const socket = connect(Number(new URL(address).port), '127.0.0.1').pause()
  const text = `GET /api/v1/numbers?format=ndjson HTTP/1.1\r\nHost: x\r\nAuthorization: ${headers.authorization}\r\n\r\n`
  socket.write(text.repeat(4))
  await expect.poll(() => begun).toBe(4)
  expect((await ask('format=ndjson')).statusCode).toBe(429)
  socket.destroy()
  await expect.poll(fourAtOnce).toEqual([200, 200, 200, 200])
})

test('an export whose caller left before it began gives its place back', async () => {
  left = 0
  const leaving = new AbortController()
  const url = `${address}/api/v1/numbers?format=ndjson`
  const gone = [1, 2, 3, 4].map(() => fetch(url, { headers, signal: leaving.signal }).catch(() => {}))
  await expect.poll(() => left).toBe(4)
  leaving.abort()
  await Promise.all(gone)
  left = undefined
  await expect.poll(() => begun).toBe(4)
  await expect.poll(fourAtOnce).toEqual([200, 200, 200, 200])
})

test('one that is read slowly does not hold the shutdown', async () => {
  count = 1_000_000
  textOf = () => 'x'.repeat(1_000)
  const example = await makeExample({ routes: numberRoutes })
  const port = Number(new URL(await example.app.listen({ port: 0 })).port)
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `GET /api/v1/numbers?format=ndjson HTTP/1.1\r\nHost: x\r\nAuthorization: ${headers.authorization}\r\n\r\n`,
  )
  await once(socket, 'data')
  socket.resume()
  await example.app.close()
  expect(pages).toBeLessThan(5_000)
})
