/**
 * Receivers that respond badly, on real sockets: each costs its own delivery at most the time it has, and little
 * memory.
 */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { makeSocketServers } from '@service/foundation-testing/outbound/socket-servers.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeOutbound } from './make-outbound.ts'
import type { Outbound, OutboundOutcome, OutboundPost } from './outbound.ts'

let outbound: Outbound
beforeAll(() => {
  outbound = makeOutbound({ allow: ['127.0.0.0/8'], allowHttp: true })
})
afterAll(() => outbound.close())

const { servers, sockets, start, closeAll } = makeSocketServers()
afterEach(closeAll)

/** A receiver that calls `respond` when something comes in on a connection; returns its address. */
const receiver = async (respond: (socket: Socket, request: string) => void): Promise<string> =>
  `${await start(respond)}/hook`

const post = (url: string, changed: Partial<OutboundPost> = {}): Promise<OutboundOutcome> =>
  outbound.post({ url, headers: { 'Content-Type': 'application/json' }, body: '{}', timeoutMs: 10_000, ...changed })

const responseOf = (outcome: OutboundOutcome) =>
  outcome.kind === 'answered' ? [outcome.status, Buffer.from(outcome.body).toString()] : outcome.error

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'

test('a request is sent as given, with no other headers than needed', async () => {
  const requests: string[] = []
  const url = await receiver((socket, request) => {
    requests.push(request)
    socket.write(ok)
  })
  const body = '{"name":"Zoë 🙂"}'
  const headers = { 'Content-Type': 'application/json', 'X-Service-Event': 'screening.match' }
  expect(responseOf(await post(`${url}?a=b%20c`, { headers, body }))).toEqual([200, 'ok'])
  expect(Buffer.from(requests[0]!, 'latin1').toString()).toBe(
    [
      'POST /hook?a=b%20c HTTP/1.1',
      `host: ${new URL(url).host}`,
      'connection: keep-alive',
      'Content-Type: application/json',
      'X-Service-Event: screening.match',
      `content-length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
})

describe('a status is read', () => {
  test.each([200, 201, 202, 299, 301, 400, 404, 410, 418, 429, 500, 503, 599])('%i', async (status) => {
    const url = await receiver((socket) => socket.write(`HTTP/1.1 ${status} So\r\nContent-Length: 4\r\n\r\nbody`))
    expect(responseOf(await post(url))).toEqual([status, 'body'])
  })

  test.each([
    ['without a body', 'HTTP/1.1 204 No Content\r\n\r\n', [204, '']],
    ['after hints', `HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n${ok}`, [200, 'ok']],
    ['in pieces', `${chunked}1\r\na\r\n2\r\nbc\r\n0\r\nTrailer: x\r\n\r\n`, [200, 'abc']],
    ['of HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\nuntil the end', [200, 'until the end']],
    ['without a reason', 'HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n', [200, '']],
  ])('%s', async (_what, text, expected) => {
    const url = await receiver((socket) => (text.includes('HTTP/1.0') ? socket.end(text) : socket.write(text)))
    expect(responseOf(await post(url))).toEqual(expected)
  })

  test('when the receiver refuses the body', async () => {
    const url = await receiver((socket) => {
      socket.pause()
      socket.end('HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    })
    expect(responseOf(await post(url, { body: 'x'.repeat(10_000_000) }))).toEqual([413, ''])
  })
})

describe('redirects', () => {
  test.each([301, 302, 303, 307, 308])('%i is not followed', async (status) => {
    let called = 0
    const elsewhere = await receiver((socket) => {
      called++
      socket.write(ok)
    })
    const url = await receiver((socket) =>
      socket.write(`HTTP/1.1 ${status} Moved\r\nLocation: ${elsewhere}\r\nContent-Length: 0\r\n\r\n`),
    )
    expect(responseOf(await post(url))).toEqual([status, ''])
    expect(called).toBe(0)
  })
})

describe('too slow', () => {
  const trickle = (socket: Socket, head: string) => {
    socket.write(head)
    const timer = setInterval(() => socket.write('a'), 20)
    socket.on('close', () => clearInterval(timer))
  }
  const cases: [string, (socket: Socket) => void][] = [
    ['never responds', () => {}],
    ['sends its headers byte by byte', (socket) => trickle(socket, 'HTTP/1.1 200 OK\r\nX-Slow: ')],
    ['sends its body byte by byte', (socket) => trickle(socket, 'HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n')],
    ['sends its status byte by byte', (socket) => trickle(socket, 'HTTP/1.1 200 ')],
    ['begins a body without end and falls silent', (socket) => socket.write(`${chunked}1\r\na\r\n`)],
    ['sends one hint and nothing else', (socket) => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n')],
    ['does not take the request', (socket) => socket.pause()],
  ]
  test.each(cases)('a receiver that %s is cut off at the timeout', async (_what, respond) => {
    const url = await receiver(respond)
    const begun = performance.now()
    const outcome = await post(url, { timeoutMs: 300, body: 'x'.repeat(_what.includes('take') ? 30_000_000 : 2) })
    expect(outcome).toMatchObject({ kind: 'failed', error: 'timed-out' })
    expect(outcome.durationMs).toBeGreaterThanOrEqual(295)
    expect(performance.now() - begun).toBeLessThan(5_000)
    for (const socket of sockets) socket.removeAllListeners('data').resume() // one that does not read does not hear of the end either
    await expect.poll(() => sockets.size).toBe(0)
  })

  test('a TLS handshake that never ends is cut off', async () => {
    const url = (await receiver(() => {})).replace('http:', 'https:')
    const impatient = makeOutbound({ allow: ['127.0.0.0/8'], allowHttp: true, connectLimitMs: 500 })
    const request = { url, headers: {}, body: '{}', timeoutMs: 300 }
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => impatient.post(request)))
    expect(new Set(outcomes.map(responseOf))).toEqual(new Set(['timed-out']))
    await expect.poll(() => sockets.size).toBe(0)
    await impatient.close()
  })

  test('nothing is sent after the timeout, even if a connection opens then', async () => {
    const received: string[] = []
    const url = new URL(await receiver((_socket, request) => received.push(request)))
    url.hostname = 'receiver.example'
    // Known only after the time of the request is over.
    const resolve = () => new Promise<string[]>((resolve) => setTimeout(resolve, 200, ['127.0.0.1']))
    const late = makeOutbound({ allow: ['127.0.0.0/8'], allowHttp: true, resolve })
    const connected = once(servers.at(-1)!, 'connection')
    const outcome = await late.post({ url: url.href, headers: {}, body: '{}', timeoutMs: 50 })
    expect(responseOf(outcome)).toBe('timed-out')
    const [socket] = await connected
    if (!socket.destroyed) await once(socket, 'close')
    expect(received).toEqual([])
    await late.close()
  })
})

describe('too much', () => {
  const endless = (head: string, piece: string) => (socket: Socket) => {
    socket.write(head)
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
    }
    socket.on('drain', more)
    more()
  }

  test.each([
    ['of a known length of 5 GB', 'HTTP/1.1 200 OK\r\nContent-Length: 5368709120\r\n\r\n'],
    ['in pieces without end', chunked],
    ['until the connection closes', 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n'],
  ])('a response %s is cut, and its status is kept', async (_what, head) => {
    let closed: Promise<unknown> | undefined
    let sent = 0
    const url = await receiver((socket) => {
      closed = new Promise<void>((resolve) => socket.on('close', resolve)).then(() => {
        sent = socket.bytesWritten
      })
      endless(head, `10000\r\n${'x'.repeat(65_536)}\r\n`)(socket)
    })
    const outcome = await post(url)
    expect(outcome).toMatchObject({ kind: 'answered', status: 200 })
    expect(outcome.kind === 'answered' && outcome.body.length).toBe(4_096)
    await closed
    expect(sent).toBeLessThan(30_000_000) // what fits into the buffers on the way
  })

  test('64 kB are read to the end, and the connection is kept', async () => {
    let connections = 0
    const known = new Set<Socket>()
    const url = await receiver((socket) => {
      if (!known.has(socket)) connections++
      known.add(socket)
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 65536\r\n\r\n${'x'.repeat(65_536)}`)
    })
    for (let n = 0; n < 30; n++) {
      await setImmediate() // a connection is free again one iteration of the event loop after its response
      const outcome = await post(url)
      expect(outcome.kind === 'answered' && Buffer.from(outcome.body).toString()).toBe('x'.repeat(4_096))
    }
    expect(connections).toBe(1)
  })

  test.each([
    ['one long header', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['many headers', `HTTP/1.1 200 OK\r\n${'X: x\r\n'.repeat(10_000)}\r\n`],
    ['headers after the body', `${chunked}0\r\n${'X: x\r\n'.repeat(10_000)}\r\n`],
    ['hints without end', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000)],
  ])('%s', async (_what, text) => {
    const url = await receiver((socket) => socket.write(text))
    expect(responseOf(await post(url))).toBe('invalid-answer')
  })

  test.each([
    ['a chunk’s extension', `${chunked}1;`, 'x'.repeat(65_536)],
    ['empty lines before the status', '', '\r\n'.repeat(32_768)],
    ['a reason', 'HTTP/1.1 200 ', 'x'.repeat(65_536)],
    ['spaces after the body', `${chunked}0\r\nX:`, ' '.repeat(65_536)],
  ])('%s without end is cut off early', async (_what, head, piece) => {
    const url = await receiver(endless(head, piece))
    const outcome = await post(url)
    expect(outcome).toMatchObject({ kind: 'failed', error: 'invalid-answer' })
    expect(outcome.durationMs).toBeLessThan(5_000)
  })

  test('a compressed response stays compressed', async () => {
    const bomb = gzipSync('x'.repeat(10_000_000))
    const url = await receiver((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`)
      socket.write(bomb)
    })
    const outcome = await post(url)
    expect(outcome.kind === 'answered' && Buffer.from(outcome.body)).toEqual(bomb.subarray(0, 4_096))
  })
})

describe('invalid HTTP/1.1', () => {
  test.each([
    ['words', 'hello\r\n\r\n'],
    ['a body alone', '{"ok":true}'],
    ['bytes', '\x16\x03\x01\x02\x00\x01\x00\x00\x00\x00'],
    ['HTTP/2', '\0\0\x12\x04\0\0\0\0\0\0\0\0'],
    ['another protocol', 'ICY 200 OK\r\n\r\n'],
    ['a status of letters', 'HTTP/1.1 abc\r\n\r\n'],
    ['a length of letters', 'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n'],
    ['a negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'],
    ['a piece of no size', `${chunked}zz\r\n`],
    ['a NUL in a header', 'HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n'],
    ['a header without a colon', 'HTTP/1.1 200 OK\r\nnonsense\r\n\r\n'],
    ['100 Continue, unasked', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['101 Switching Protocols', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
  ])('%s', async (_what, text) => {
    const url = await receiver((socket) => socket.write(text, 'latin1'))
    expect(responseOf(await post(url))).toBe('invalid-answer')
  })
})

test.each([
  ['two lengths', 'Content-Length: 1\r\nContent-Length: 2'],
  ['a length and pieces', 'Content-Length: 1\r\nTransfer-Encoding: chunked'],
])('a response with %s is refused', async (_what, headers) => {
  const url = await receiver((socket) => socket.write(`HTTP/1.1 200 OK\r\n${headers}\r\n\r\n0\r\n\r\n`))
  expect(responseOf(await post(url))).toBe('connection-closed')
})

describe('a connection that', () => {
  test.each([
    ['closes without a word', ''],
    ['closes within the status', 'HTTP/1.1 20'],
    ['closes within the headers', 'HTTP/1.1 200 OK\r\nContent-'],
    ['closes within the body', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'],
    ['closes within the body, as announced', 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 10\r\n\r\nhalf'],
    ['closes between pieces', `${chunked}1\r\na\r\n`],
    ['closes after a hint', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ])('%s', async (_what, text) => {
    const url = await receiver((socket) => socket.end(text))
    expect(responseOf(await post(url))).toBe('connection-closed')
  })

  test('is reset', async () => {
    const url = await receiver((socket) => socket.resetAndDestroy())
    expect(responseOf(await post(url))).toBe('connection-closed')
  })

  test('cannot be made', async () => {
    const url = await receiver(() => {})
    servers.pop()?.close()
    expect(responseOf(await post(url))).toBe('unreachable')
  })

  test('brings an unsolicited response is not reused', async () => {
    let requests = 0
    const url = await receiver((socket) => {
      requests++
      socket.write(requests === 1 ? `${ok}HTTP/1.1 418 Early\r\nContent-Length: 0\r\n\r\n` : ok)
    })
    expect(responseOf(await post(url))).toEqual([200, 'ok'])
    expect(responseOf(await post(url))).toEqual([200, 'ok'])
    expect(requests).toBe(2)
  })
})

test('connections go to the checked address, and are kept without resolving again', async () => {
  const url = new URL(await receiver((socket) => socket.write(ok)))
  const asked: string[] = []
  const named = makeOutbound({
    allow: ['127.0.0.0/8'],
    allowHttp: true,
    resolve: async (name) => {
      asked.push(name)
      return asked.length === 1 ? ['127.0.0.1'] : ['192.0.2.1']
    },
  })
  url.hostname = 'receiver.example'
  const request = { url: url.href, headers: {}, body: '{}', timeoutMs: 10_000 }
  for (let n = 0; n < 3; n++) {
    expect(responseOf(await named.post(request))).toEqual([200, 'ok'])
    await setImmediate()
  }
  expect(asked).toEqual(['receiver.example'])
  await named.close()
})

test('beyond the number of connections that are kept, each is closed after its response', async () => {
  const requests: string[] = []
  const respond = (socket: Socket, request: string) => {
    requests.push(request)
    socket.write(ok)
  }
  const urls = [await receiver(respond), await receiver(respond)]
  const frugal = makeOutbound({ allow: ['127.0.0.0/8'], allowHttp: true, keptConnections: 1 })
  for (const url of urls) await frugal.post({ url, headers: {}, body: '{}', timeoutMs: 10_000 })
  expect(requests.map((request) => /connection: (.+)\r/.exec(request)?.[1])).toEqual(['keep-alive', 'close'])
  await frugal.close()
})

test('the next address is tried where one does not respond', async () => {
  const url = new URL(await receiver((socket) => socket.write(ok)))
  url.hostname = 'receiver.example'
  const resolve = async () => ['127.0.0.9', '127.0.0.1'] // nobody listens on the first
  const named = makeOutbound({ allow: ['127.0.0.0/8'], allowHttp: true, resolve })
  const outcome = await named.post({ url: url.href, headers: {}, body: '{}', timeoutMs: 10_000 })
  expect(responseOf(outcome)).toEqual([200, 'ok'])
  await named.close()
})

test('closing waits for requests in flight and refuses new ones', async () => {
  const { promise: finish, resolve } = Promise.withResolvers<void>()
  const url = await receiver((socket) => finish.then(() => socket.write(ok)))
  const closing = makeOutbound({ allow: ['127.0.0.0/8'], allowHttp: true })
  const request = { url, headers: {}, body: '{}', timeoutMs: 10_000 }
  const outcome = closing.post(request)
  const closed = closing.close()
  resolve()
  await closed
  expect(responseOf(await outcome)).toEqual([200, 'ok'])
  await expect(closing.post(request)).rejects.toThrow()
})

test('a request that could never be sent is a bug, not a failed delivery', async () => {
  const url = await receiver((socket) => socket.write(ok))
  await expect(post(url, { headers: { 'X-Bad': 'a\r\nb' } })).rejects.toThrow('invalid X-Bad header')
})
