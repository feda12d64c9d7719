/**
 * Bytes that are meant to be read in two ways. The deployment behind is a lenient reader: what it takes for a request of
 * its own is what was smuggled to it.
 */
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  aDeployment,
  ended,
  exchangeBytes,
  read,
  startApp,
  startGateway,
  startSocketApp,
  type TestApp,
} from '@service/compute-testing/gateway.ts'
import { fastestEngine, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { migrations } from '../migration-folders.ts'

let db: TestDatabase
let gateway: Awaited<ReturnType<typeof startGateway>>
let app: TestApp
let host: string
type Seen = { line: string; body: string; headers: Record<string, unknown>; trailers: object }
let seen: Seen[] = []
beforeEach(() => {
  seen = []
})

beforeAll(async () => {
  db = await fastestEngine.create(migrations)
  gateway = await startGateway(db)
  app = await startApp(
    async (request, response) => {
      const one: Seen = { line: `${request.method} ${request.url}`, body: '', headers: request.headers, trailers: {} }
      seen.push(one)
      one.body = await read(request).catch(() => 'broken off')
      one.trailers = request.trailers
      response.end(`response to ${request.url}`)
    },
    (server) => {
      ;(server as { insecureHTTPParser?: boolean }).insecureHTTPParser = true
      server.keepAliveTimeout = 30_000
    },
  )
  host = (await aDeployment(db, { address: app.address })).host
})
afterAll(async () => {
  await gateway.close()
  await app.close()
  await db.drop()
})

const statusesOf = (text: string): number[] =>
  [...text.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map((match) => Number(match[1]))
const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: HOST\r\n\r\n'

/** `HOST` stands for the deployment's. */
const attack = (bytes: string) => exchangeBytes(gateway.port, bytes.replaceAll('HOST', host))

test.each([
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'chunks and a length',
    'POST / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n',
  ],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 0\r\nContent-Length: 44\r\n\r\n'],
  ['the same length twice', 'POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n'],
  ['a list of lengths', 'POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 0, 0\r\n\r\n'],
  ['a length with a sign', 'POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: +0\r\n\r\n'],
  ['a negative length', 'POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: -1\r\n\r\n'],
  ['a length in base 16', 'POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 0x0\r\n\r\n'],
  ['a length beyond 64 bits', 'POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 18446744073709551616\r\n\r\n'],
  ['an immense length', 'POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 9007199254740993\r\n\r\n'],
  ['a length with a space within', 'POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 0 0\r\n\r\n'],
  ['a coding that is not chunked', 'POST / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
  ['chunked not last', 'POST / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
  ['a coding before chunked', 'POST / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'],
  [
    'two codings',
    'POST / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'two codings, one made up',
    'POST / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: cow\r\n\r\n0\r\n\r\n',
  ],
  ['a coding with a vertical tab', 'POST / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n'],
  ['a space before the colon', 'POST / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n'],
  [
    'a header that begins with a space',
    'POST / HTTP/1.1\r\nHost: HOST\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'a header continued on the next line',
    'POST / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n',
  ],
  ['chunks in HTTP/1.0', 'POST / HTTP/1.0\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['a header without a colon', 'GET / HTTP/1.1\r\nHost: HOST\r\nnothing\r\n\r\n'],
  ['a header without a name', 'GET / HTTP/1.1\r\nHost: HOST\r\n: value\r\n\r\n'],
  ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: HOST\r\nX: a\0b\r\n\r\n'],
  ['a bare carriage return in a header', 'GET / HTTP/1.1\r\nHost: HOST\r\nX: a\rTransfer-Encoding: chunked\r\n\r\n'],
  ['lines that end with a line feed alone', 'GET / HTTP/1.1\nHost: HOST\n\n'],
  ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
  ['no Host in HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n'],
  ['two Hosts', 'GET / HTTP/1.1\r\nHost: HOST\r\nHost: other.localhost\r\n\r\n'],
  ['the same Host twice', 'GET / HTTP/1.1\r\nHost: HOST\r\nhost: HOST\r\n\r\n'],
  ['a whole address of another host', 'GET http://169.254.169.254/ HTTP/1.1\r\nHost: HOST\r\n\r\n'],
  ['a whole address', 'GET http://HOST/ HTTP/1.1\r\nHost: HOST\r\n\r\n'],
  ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: HOST\r\n\r\n'],
  ['a fragment', 'GET /a#b HTTP/1.1\r\nHost: HOST\r\n\r\n'],
  ['a tab in the path', 'GET /a\tb HTTP/1.1\r\nHost: HOST\r\n\r\n'],
  ['a space in the path', 'GET /a b HTTP/1.1\r\nHost: HOST\r\n\r\n'],
  ['bytes beyond ASCII in the path', 'GET /\xc3\xa9 HTTP/1.1\r\nHost: HOST\r\n\r\n'],
  ['HTTP/0.9', 'GET /\r\n\r\n'],
  ['HTTP/1.2', 'GET / HTTP/1.2\r\nHost: HOST\r\n\r\n'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown method', 'STEAL / HTTP/1.1\r\nHost: HOST\r\n\r\n'],
  ['a tunnel', 'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: HOST\r\n\r\n'],
  ['a trace', 'TRACE / HTTP/1.1\r\nHost: HOST\r\n\r\n'],
  ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
])('%s is refused with a problem, and what follows is not read', async (_what, bytes) => {
  const text = await attack(bytes + smuggled)
  const [status, ...more] = statusesOf(text)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(506)
  expect(text).toMatch(/\r\nX-Service-Request-Id: req_[0-9a-f]{32}\r\n/i)
  expect(JSON.parse(text.slice(text.indexOf('{'), text.indexOf('}') + 1))).toMatchObject({ error: expect.any(String) })
  expect(more).toEqual([])
  expect(seen).toEqual([])
})

test.each([
  ['in base 16 with its mark', '0x5\r\nhello\r\n0\r\n\r\n'],
  ['with a sign', '+5\r\nhello\r\n0\r\n\r\n'],
  ['beyond 64 bits', '10000000000000005\r\nhello\r\n0\r\n\r\n'],
  ['ended by a line feed alone', '5\nhello\n0\n\n'],
  ['with a space before', ' 5\r\nhello\r\n0\r\n\r\n'],
  ['negative', '-5\r\nhello\r\n0\r\n\r\n'],
  ['empty', '\r\nhello\r\n0\r\n\r\n'],
  ['too small', '4\r\nhello\r\n0\r\n\r\n'],
  ['with a line feed in its extension', `5;a\nb\r\nhello\r\n0\r\n\r\n`],
  ['with an endless extension', `5;${'x'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`],
])('a chunk whose length is %s closes the connection', async (_what, chunks) => {
  const text = await attack(
    `POST /first HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}${smuggled}`,
  )
  expect(statusesOf(text).filter((status) => status < 400)).toEqual([])
  expect(seen.filter(({ line }) => line !== 'POST /first')).toEqual([])
  await expect.poll(() => seen.every(({ body }) => body === 'broken off')).toBe(true)
})

test.each([
  ['a length', 'Content-Length: 44\r\n'],
  ['chunks', 'Transfer-Encoding: chunked\r\n'],
  ['chunks in capitals', 'transfer-encoding: CHUNKED\r\n'],
])('a request inside the body of another, with %s, stays a body', async (what, framing) => {
  const body = smuggled.replaceAll('HOST', 'x').padEnd(44, ' ')
  const framed = what.startsWith('chunks') ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body
  for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
    const text = await attack(`${method} /outer HTTP/1.1\r\nHost: HOST\r\n${framing}Connection: close\r\n\r\n${framed}`)
    expect(statusesOf(text)).toEqual([200])
  }
  expect(seen.map(({ line, body }) => [line, body])).toEqual(
    ['GET', 'POST', 'DELETE', 'OPTIONS'].map((method) => [`${method} /outer`, body]),
  )
})

test.each(['content-length', 'transfer-encoding', 'host', 'x-forwarded-for', 'x-forwarded-host'])(
  'naming %s in Connection does not remove it',
  async (name) => {
    const framing = name === 'transfer-encoding' ? 'Transfer-Encoding: chunked' : 'Content-Length: 5'
    const body = name === 'transfer-encoding' ? '5\r\nhello\r\n0\r\n\r\n' : 'hello'
    await attack(`POST / HTTP/1.1\r\nHost: HOST\r\nConnection: close, ${name}\r\n${framing}\r\n\r\n${body}`)
    expect(seen).toHaveLength(1)
    expect(seen[0]!.body).toBe('hello')
    expect(seen[0]!.headers).toMatchObject({ host, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': host })
  },
)

test('forwarding headers of the caller are replaced', async () => {
  const forged = [
    ...['X-Forwarded-For: 1.2.3.4', 'x_forwarded_for: 1.2.3.4', 'X-Forwarded-For: 5.6.7.8', 'Forwarded: for=1.2.3.4'],
    ...['X-Forwarded-Proto: https', 'X-Forwarded-Host: evil', 'X-Forwarded-Port: 1', 'X-Forwarded-Prefix: /admin'],
    ...['X-Real-IP: 1.2.3.4', 'X-Service-Request-Id: req_1', 'Proxy: http://evil', 'Proxy-Connection: keep-alive'],
    ...['Transfer_Encoding: chunked', 'Host_: evil', 'Authorization_: Bearer x', 'X_Mine: 1'],
    ...['Proxy-Authorization: Basic x', 'TE: trailers', 'Keep-Alive: 300', 'Connection: close, X-Mine', 'X-Mine: 1'],
  ]
  await attack(`GET / HTTP/1.1\r\nHost: HOST\r\n${forged.join('\r\n')}\r\nAuthorization: Bearer svc_app\r\n\r\n`)
  const { 'x-service-request-id': requestId, connection: _, ...headers } = seen[0]!.headers
  expect(headers).toEqual({
    host,
    authorization: 'Bearer svc_app',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-host': host,
    'x-forwarded-proto': 'http',
  })
  expect(requestId).toMatch(/^req_[0-9a-f]{32}$/)
})

test('trailers do not reach the deployment', async () => {
  const trailers = 'X-Forwarded-For: 1.2.3.4\r\nHost: evil\r\n'
  await attack(
    `POST / HTTP/1.1\r\nHost: HOST\r\nTrailer: Host\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\nhello\r\n0\r\n${trailers}\r\n`,
  )
  expect(seen).toMatchObject([{ body: 'hello', trailers: {}, headers: { host } }])
})

test('more than a hundred headers are refused', async () => {
  const many = 'a:\r\n'.repeat(2_000)
  const text = await attack(
    `POST / HTTP/1.1\r\nHost: HOST\r\n${many}Transfer-Encoding: chunked\r\n\r\n2c\r\n${smuggled.replaceAll('HOST', 'x').padEnd(44)}\r\n0\r\n\r\n`,
  )
  expect(statusesOf(text)).toEqual([431])
  expect(seen).toEqual([])
})

test.each([
  ['a path of 9,000 characters', `GET /${'x'.repeat(9_000)} HTTP/1.1\r\nHost: HOST\r\n\r\n`, 414],
  ['a path of 20,000 characters', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: HOST\r\n\r\n`, 431],
  ['a header of 20,000 characters', `GET / HTTP/1.1\r\nHost: HOST\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['a megabyte of headers', `GET / HTTP/1.1\r\nHost: HOST\r\n${'X: x\r\n'.repeat(200_000)}\r\n`, 431],
])('%s is refused', async (_what, bytes, status) => {
  expect(statusesOf(await attack(bytes))[0]).toBe(status)
  expect(seen).toEqual([])
})

test.each([
  ['user and host', 'x@HOST'],
  ['a path', 'HOST/path'],
  ['a list', 'HOST, HOST'],
  ['a space', 'HOST x'],
  ['a NUL in percent', 'HOST%00'],
  ['nothing', ''],
  ['an endless port', 'HOST:4101999'],
  ['a port that is none', 'HOST:x'],
])('a Host with %s is refused', async (_what, value) => {
  const [status] = statusesOf(await attack(`GET / HTTP/1.1\r\nHost: ${value}\r\n\r\n`))
  expect([400, 404]).toContain(status)
  expect(seen).toEqual([])
})

test('a path that looks like a host stays a path', async () => {
  await attack(`GET //169.254.169.254/latest HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n`)
  expect(seen.map(({ line }) => line)).toEqual(['GET //169.254.169.254/latest'])
})

test('pipelined requests get their responses in order', async () => {
  const requests = Array.from({ length: 10 }, (_, i) => `GET /${i} HTTP/1.1\r\nHost: HOST\r\n\r\n`)
  const text = await attack(requests.join(''))
  expect([...text.matchAll(/response to \/(\d)/g)].map((match) => Number(match[1]))).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ])
})

test('hundreds of pipelined requests are not all started at once', async () => {
  const hanging = await startSocketApp(() => {})
  const deployment = await aDeployment(db, { address: hanging.address })
  const socket = connect(gateway.port, '127.0.0.1')
  socket.on('error', () => {}).resume()
  socket.write(`GET /x HTTP/1.1\r\nHost: ${deployment.host}\r\n\r\n`.repeat(300))
  await expect.poll(() => gateway.inFlight()).toBe(16)
  await sleep(200) // more would have begun within this time
  expect(await gateway.inFlight()).toBe(16)
  socket.destroy()
  await expect.poll(() => gateway.inFlight()).toBe(0)
  await hanging.close()
})

test('garbage behind a request in flight does not break its response', async () => {
  const slow = await startSocketApp((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n0123456789')
      setTimeout(() => socket.write('0123456789'), 100) // after the garbage
    })
  })
  const deployment = await aDeployment(db, { address: slow.address })
  const socket = connect(gateway.port, '127.0.0.1')
  let text = ''
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part
  })
  socket.write(`GET / HTTP/1.1\r\nHost: ${deployment.host}\r\n\r\n`)
  await expect.poll(() => text).toContain('0123456789')
  socket.write('\0garbage\r\n\r\n')
  await ended(socket)
  expect(statusesOf(text)).toEqual([200])
  await slow.close()
})

const webSocket =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n'

test.each([
  ['with a length', `GET / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 44\r\n${webSocket}\r\n`],
  ['with chunks', `GET / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n${webSocket}\r\n0\r\n\r\n`],
  ['with two Hosts', `GET / HTTP/1.1\r\nHost: HOST\r\nHost: x\r\n${webSocket}\r\n`],
  ['of HTTP/1.2', `GET / HTTP/1.2\r\nHost: HOST\r\n${webSocket}\r\n`],
])('a WebSocket %s is refused, and what follows is not read', async (_what, bytes) => {
  const [status, ...more] = statusesOf(await attack(bytes + smuggled))
  expect(status).toBe(400)
  expect(more).toEqual([])
  expect(seen).toEqual([])
})

test('bytes behind a refused WebSocket upgrade are not forwarded', async () => {
  const received: string[] = []
  const lenient = await startSocketApp((socket) => {
    socket.setEncoding('latin1').on('data', (part: string) => {
      received.push(part)
      socket.write('HTTP/1.1 426 Upgrade Required\r\nContent-Length: 3\r\nConnection: keep-alive\r\n\r\nno\n')
    })
  })
  const deployment = await aDeployment(db, { address: lenient.address })
  const bytes = `GET / HTTP/1.1\r\nHost: ${deployment.host}\r\n${webSocket.replace('13', '999')}\r\n${smuggled}`
  const socket = connect(gateway.port, '127.0.0.1')
  socket.on('error', () => {})
  let text = ''
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part
    socket.write(smuggled)
  })
  socket.write(bytes)
  await ended(socket)
  expect(statusesOf(text)).toEqual([426])
  expect(received).toHaveLength(1)
  expect(received.join('')).not.toContain('/smuggled')
  await lenient.close()
})

test.each([
  ['POST', 'websocket'],
  ['GET', 'h2c'],
  ['GET', 'websocket, h2c'],
])('%s with Upgrade: %s is handled as a plain request', async (method, upgrade) => {
  const text = await attack(
    `${method} / HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade\r\nUpgrade: ${upgrade}\r\nContent-Length: 5\r\n\r\nhello`,
  )
  expect(statusesOf(text)).toEqual([200])
  expect(seen).toMatchObject([{ line: `${method} /`, body: 'hello' }])
  expect(seen[0]!.headers).not.toHaveProperty('upgrade')
})
