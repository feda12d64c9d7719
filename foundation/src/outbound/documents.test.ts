/** Documents from servers that respond well and badly, on real sockets. */
import type { Socket } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { makeSocketServers } from '@service/foundation-testing/outbound/socket-servers.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeOutbound } from './make-outbound.ts'
import type { Outbound, OutboundDocument, OutboundGet } from './outbound.ts'

let outbound: Outbound
beforeAll(() => {
  outbound = makeOutbound({ allow: ['127.0.0.0/8'], allowHttp: true })
})
afterAll(() => outbound.close())

const { sockets, start, closeAll } = makeSocketServers()
afterEach(closeAll)

const site = async (respond: (socket: Socket, request: string) => void): Promise<string> =>
  `${await start(respond)}/feed.xml`

const get = (url: string, changed: Partial<OutboundGet> = {}): Promise<OutboundDocument> =>
  outbound.get({ url, headers: {}, timeoutMs: 10_000, maxBytes: 100_000, maxInflatedBytes: 500_000, ...changed })

const serve =
  (body: Buffer | string, headers = '', status = '200 OK') =>
  (socket: Socket) => {
    socket.write(`HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n`, 'latin1')
    socket.write(body)
  }
const bodyOf = (outcome: OutboundDocument) =>
  outcome.kind === 'answered' ? Buffer.from(outcome.body).toString() : outcome.error

test('the body comes whole, however it is sent', async () => {
  const text = 'x'.repeat(90_000)
  expect(bodyOf(await get(await site(serve(text))))).toBe(text)
  const pieces = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n2\r\nbc\r\n0\r\n\r\n`
  expect(bodyOf(await get(await site((socket) => socket.write(pieces))))).toBe('abc')
})

test('a large document comes whole, and none is larger than the limit against floods', async () => {
  const text = 'x'.repeat(20_000_000)
  const limits = { maxBytes: 20_000_000, maxInflatedBytes: 20_000_000 }
  expect(bodyOf(await get(await site(serve(text)), limits))).toBe(text)
  await expect(get('http://127.0.0.1/', { maxBytes: 100_000_000 })).rejects.toThrow(RangeError)
})

test('the request is sent as given', async () => {
  const requests: string[] = []
  const url = await site((socket, request) => {
    requests.push(request)
    serve('ok')(socket)
  })
  await get(`${url}?a=b%20c`, { headers: { 'If-None-Match': '"a"' } })
  const host = new URL(url).host
  expect(requests[0]).toBe(
    ['GET /feed.xml?a=b%20c HTTP/1.1', `host: ${host}`, 'connection: keep-alive', 'If-None-Match: "a"', '', ''].join(
      '\r\n',
    ),
  )
})

test('validators are read and sent back byte for byte', async () => {
  const etag = 'W/"\u00e9\u00ff, odd  "'
  let echoed = ''
  const url = await site((socket, request) => {
    echoed = /if-none-match: (.*)\r/i.exec(request)?.[1] ?? ''
    serve('ok', `ETag: ${etag}\r\nX-Twice: a\r\nX-Twice: b\r\n`)(socket)
  })
  const outcome = await get(url)
  if (outcome.kind === 'failed') throw new Error(outcome.error)
  expect(outcome.headers).toMatchObject({ etag, 'x-twice': 'a' })
  await get(url, { headers: { 'If-None-Match': outcome.headers.etag! } })
  expect(echoed).toBe(etag)
})

test.each([
  ['gzip', gzipSync('feed')],
  ['x-gzip', gzipSync('feed')],
  ['deflate', deflateSync('feed')],
  ['deflate', deflateRawSync('feed')],
  ['br', brotliCompressSync('feed')],
  ['gzip, br', brotliCompressSync(gzipSync('feed'))],
  ['identity', Buffer.from('feed')],
  ['gzip', Buffer.from('feed')],
])('a body in %s is unpacked', async (encoding, body) => {
  expect(bodyOf(await get(await site(serve(body, `Content-Encoding: ${encoding}\r\n`))))).toBe('feed')
})

test('a compressed body that was cut off is unpacked as far as it goes', async () => {
  const whole = gzipSync(Array.from({ length: 5_000 }, (_, i) => `${i * 7919}`).join(' '))
  const outcome = await get(await site(serve(whole.subarray(0, whole.length / 2), 'Content-Encoding: gzip\r\n')))
  expect(bodyOf(outcome)).toMatch(/^0 7919 15838 /)
})

test.each([
  ['zstd', 'feed'],
  ['br', 'feed'],
  ['gzip, gzip, gzip', 'feed'],
])('a body in %s that cannot be unpacked is refused', async (encoding, body) => {
  expect(bodyOf(await get(await site(serve(body, `Content-Encoding: ${encoding}\r\n`))))).toBe('invalid-body')
})

describe('too large', () => {
  test.each([
    ['as announced', `HTTP/1.1 200 OK\r\nContent-Length: 5368709120\r\n\r\n`],
    ['in pieces without end', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n`],
  ])('%s', async (_, head) => {
    const url = await site((socket) => {
      const more = () => {
        while (!socket.destroyed && socket.write(`10000\r\n${'x'.repeat(65_536)}\r\n`));
      }
      socket.on('drain', more)
      socket.write(head)
      more()
    })
    expect(bodyOf(await get(url))).toBe('too-large')
    await expect.poll(() => sockets.size).toBe(0)
  })

  test.each([
    ['gzip', gzipSync(Buffer.alloc(50_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(50_000_000))],
    ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(50_000_000)))],
  ])('a decompression bomb in %s', async (encoding, bomb) => {
    expect(bomb.length).toBeLessThan(100_000)
    expect(bodyOf(await get(await site(serve(bomb, `Content-Encoding: ${encoding}\r\n`))))).toBe('too-large')
  })
})

test('a status without a body is accepted, whatever its headers say', async () => {
  const url = await site((socket) =>
    socket.write('HTTP/1.1 304 Not Modified\r\nContent-Encoding: gzip\r\nETag: "a"\r\n\r\n'),
  )
  expect(await get(url)).toMatchObject({ kind: 'answered', status: 304, headers: { etag: '"a"' } })
})

test('a redirect is returned, not followed', async () => {
  const url = await site(serve('', 'Location: https://example.org/\r\n', '301 Moved'))
  expect(await get(url)).toMatchObject({ status: 301, headers: { location: 'https://example.org/' } })
})

test.each([
  ['never responds', () => {}],
  [
    'sends its body byte by byte',
    (socket: Socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n')
      const timer = setInterval(() => socket.write('a'), 20)
      socket.on('close', () => clearInterval(timer))
    },
  ],
])('a site that %s is cut off at the timeout', async (_, respond) => {
  expect(bodyOf(await get(await site(respond), { timeoutMs: 300 }))).toBe('timed-out')
})

test('a connection that closes early brings no document', async () => {
  const url = await site((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'))
  expect(bodyOf(await get(url))).toBe('connection-closed')
})

test('private addresses are refused as for posts', async () => {
  const strict = makeOutbound({ allow: [], allowHttp: false })
  for (const url of ['https://127.0.0.1/feed', 'https://[::1]/feed', 'http://example.org/feed', 'file:///etc/passwd']) {
    expect(await strict.get({ url, headers: {}, timeoutMs: 1_000, maxBytes: 1, maxInflatedBytes: 1 })).toMatchObject({
      error: 'address-refused',
    })
  }
  await strict.close()
})
