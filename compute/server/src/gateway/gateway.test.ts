import { once } from 'node:events'
import { type IncomingMessage, type RequestListener, request as send } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  aDeployment,
  ask,
  ended,
  read,
  runAt,
  setStatus,
  startApp,
  startGateway,
  startSocketApp,
} from '@service/compute-testing/gateway.ts'
import { embedded, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { migrations } from '../migration-folders.ts'

let db: TestDatabase
let gateway: Awaited<ReturnType<typeof startGateway>>
beforeAll(async () => {
  db = await embedded.create(migrations)
  gateway = await startGateway(db)
})
afterAll(async () => {
  await gateway.close()
  await db.drop()
})

const closing: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of closing.splice(0)) await one.close()
})
const later = <T extends { close(): unknown }>(one: T): T => {
  closing.push(one)
  return one
}

/** A deployment with this web server in it. */
async function deployed(
  listener: RequestListener,
  ...more: Parameters<typeof startApp> extends [unknown, ...infer R] ? R : never
) {
  const app = later(await startApp(listener, ...more))
  return { app, ...(await aDeployment(db, { address: app.address })) }
}

const echo: RequestListener = async (request, response) => {
  const body = await read(request)
  const { method, url, headers } = request
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ method, url, headers, body }))
}

test('a request reaches its deployment, and the response comes back', async () => {
  const { host, name } = await deployed(echo)
  const response = await ask(gateway.port, {
    host: `${name}.localhost:4101`,
    method: 'POST',
    path: '/some/path?with=query&x=%20',
    headers: { authorization: 'Bearer of the app', cookie: 'a=1', 'x-custom': 'yes' },
    body: 'hello',
  })
  expect(response.status).toBe(200)
  expect(response.headers['x-service-request-id']).toMatch(/^req_[0-9a-f]{32}$/)
  expect(JSON.parse(response.body)).toMatchObject({
    method: 'POST',
    url: '/some/path?with=query&x=%20',
    body: 'hello',
    headers: {
      host: `${name}.localhost:4101`,
      authorization: 'Bearer of the app',
      cookie: 'a=1',
      'x-custom': 'yes',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': `${name}.localhost:4101`,
      'x-forwarded-proto': 'http',
      'x-service-request-id': response.headers['x-service-request-id'],
    },
  })
  expect((await ask(gateway.port, { host: host.toUpperCase() })).status).toBe(200)
  expect((await ask(gateway.port, { host: `${host}.` })).status).toBe(200)
})

test('the response keeps its status, its headers in their letters and those that came twice', async () => {
  const { host } = await deployed((_request, response) => {
    response.writeHead(418, 'Short and stout', [
      ...['X-MiXed', '1', 'Link', '<a>', 'Link', '<b>', 'Set-Cookie', 'a=1; Path=/', 'Set-Cookie', 'b=2'],
      ...['Connection', 'keep-alive, X-Private', 'X-Private', 'secret', 'Keep-Alive', 'timeout=7'],
      ...['X-Service-Request-Id', 'forged'],
    ])
    response.end('tea')
  })
  const response = await ask(gateway.port, { host })
  expect(response.status).toBe(418)
  expect(response.body).toBe('tea')
  expect(response.rawHeaders.join(' ')).toContain('X-MiXed 1 Link <a> Link <b> Set-Cookie a=1; Path=/ Set-Cookie b=2')
  expect(response.headers).not.toHaveProperty('x-private')
  expect(response.headers['keep-alive']).not.toBe('timeout=7')
  expect(response.rawHeaders.filter((text) => text.toLowerCase() === 'x-service-request-id')).toHaveLength(1)
  expect(response.headers['x-service-request-id']).toMatch(/^req_/)
})

test('a cookie is the deployment’s alone', async () => {
  const { host } = await deployed((_request, response) => {
    response.setHeader('set-cookie', ['a=1; Domain=localhost; Secure', 'b=2; Path=/;domain = .localhost', 'c=domain=x'])
    response.end()
  })
  const { headers } = await ask(gateway.port, { host })
  expect(headers['set-cookie']).toEqual(['a=1; Secure', 'b=2; Path=/', 'c=domain=x'])
})

test.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s passes', async (method) => {
  const { host } = await deployed((request, response) => {
    response.setHeader('x-method', request.method!)
    response.end('body')
  })
  const response = await ask(gateway.port, { host, method })
  expect(response.status).toBe(200)
  expect(response.headers['x-method']).toBe(method)
  expect(response.body).toBe(method === 'HEAD' ? '' : 'body')
})

test.each([204, 205, 304])('a response without a body, %i, passes', async (status) => {
  const { host } = await deployed((_request, response) => {
    response.statusCode = status
    response.end()
  })
  const response = await ask(gateway.port, { host })
  expect([response.status, response.body]).toEqual([status, ''])
})

test('bodies of 64 MB pass both ways without being held', async () => {
  const size = 64 * 1_048_576
  const { host } = await deployed((request, response) => request.pipe(response))
  const before = process.memoryUsage().rss
  const outgoing = send({ port: gateway.port, method: 'POST', headers: { host }, agent: false })
  const responded = once(outgoing, 'response') as Promise<[IncomingMessage]>
  const chunk = Buffer.alloc(1_048_576, 'x')
  const sent = (async () => {
    for (let left = size; left > 0; left -= chunk.length) {
      if (!outgoing.write(chunk)) await once(outgoing, 'drain')
    }
    outgoing.end()
  })()
  const [response] = await responded
  let received = 0
  for await (const part of response) received += part.length
  await sent
  expect(received).toBe(size)
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1_048_576)
})

test('a response arrives piece by piece, its head before its body', async () => {
  const released = [0, 1, 2].map(() => Promise.withResolvers<void>())
  const { host } = await deployed(async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    for (const [i, { promise }] of released.entries()) {
      await promise
      response.write(`data: ${i}\n\n`)
    }
    response.end()
  })
  const outgoing = send({ port: gateway.port, headers: { host }, agent: false }).end()
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  const pieces = response[Symbol.asyncIterator]()
  for (const [i, { resolve }] of released.entries()) {
    resolve() // not before the piece before it has arrived
    expect(String((await pieces.next()).value)).toBe(`data: ${i}\n\n`)
  }
})

test('a slow reader slows the deployment down', async () => {
  let written = 0
  const { host } = await deployed(async (_request, response) => {
    response.on('error', () => {})
    const chunk = Buffer.alloc(65_536)
    while (!response.destroyed && written < 200 * 1_048_576) {
      written += chunk.length
      if (!response.write(chunk)) await new Promise((resolve) => response.once('drain', resolve))
    }
  })
  const socket = connect(gateway.port, '127.0.0.1')
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  await once(socket, 'readable')
  let before = -1
  while (before !== written) {
    before = written
    await sleep(500) // nothing written for so long: the deployment waits for the reader
  }
  expect(written).toBeLessThan(40 * 1_048_576)
  socket.destroy()
})

test('when the caller hangs up, the deployment learns of it', async () => {
  let aborted = 0
  const { host } = await deployed((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) aborted += 1
    })
    request.resume()
  })
  const socket = connect(gateway.port, '127.0.0.1')
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  await expect.poll(() => gateway.inFlight()).toBe(1)
  socket.destroy()
  await expect.poll(() => aborted).toBe(1)
  await expect.poll(() => gateway.inFlight()).toBe(0)
})

test('a response that breaks off breaks off for the caller', async () => {
  let breakOff = () => {}
  const { host } = await deployed((_request, response) => {
    response.write('half')
    breakOff = () => response.destroy()
  })
  const outgoing = send({ port: gateway.port, headers: { host }, agent: false }).end()
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  breakOff()
  await expect(read(response)).rejects.toThrow('aborted')
})

test('connections to a deployment are kept, and one that breaks is replaced unnoticed', async () => {
  let connections = 0
  let served = 0
  const { host, app } = await deployed(
    (_request, response) => {
      served += 1
      response.end()
    },
    (server) => {
      server.on('connection', () => {
        connections += 1
      })
      server.keepAliveTimeout = 30_000
    },
  )
  for (let i = 0; i < 5; i++) await ask(gateway.port, { host })
  expect([connections, served]).toEqual([1, 5])
  // As a container does that is restarted: what is kept is reset at the very moment it is used again.
  for (let i = 0; i < 20; i++) {
    const asked = ask(gateway.port, { host })
    ;(app.server as unknown as { closeIdleConnections(): void }).closeIdleConnections()
    expect((await asked).status).toBe(200)
  }
})

test('a POST on a connection that breaks is not sent again', async () => {
  let requests = 0
  const app = later(
    await startSocketApp((socket) => {
      let first = true
      socket.on('data', () => {
        requests += 1
        if (first) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
        else socket.destroy()
        first = false
      })
    }),
  )
  const { host } = await aDeployment(db, { address: app.address })
  expect((await ask(gateway.port, { host })).status).toBe(200)
  expect((await ask(gateway.port, { host, method: 'POST' })).status).toBe(502)
  expect(requests).toBe(2)
  expect((await ask(gateway.port, { host })).status).toBe(200)
  expect((await ask(gateway.port, { host })).status).toBe(200) // broken, and sent again
  expect(requests).toBe(5)
})

const form = { error: expect.any(String), message: expect.any(String), code: expect.any(String) }

test.each([
  ['an unknown name', 'dep-nobody.localhost'],
  ['another domain', 'dep-1.example.com'],
  ['the domain itself', 'localhost'],
  ['an address', '127.0.0.1:4101'],
  ['two labels', 'a.b.localhost'],
  ['a suffix only', '.localhost'],
  ['a look-alike', 'dep-1.notlocalhost'],
])('%s is 404', async (_what, host) => {
  const response = await ask(gateway.port, { host })
  expect(response.status).toBe(404)
  expect(JSON.parse(response.body)).toEqual({ ...form, error: 'Not Found', code: 'unknown-host' })
  expect(response.headers['x-service-request-id']).toMatch(/^req_/)
})

test.each([
  ['provisioning', 'pulling', '5'],
  ['scheduled', null, '5'],
  ['failing_over', 'hub_lost', '5'],
  ['stopping', 'user', undefined],
  ['stopped', 'completed', undefined],
  ['failed', 'image_not_found', undefined],
])('one that is %s is 503 and says why', async (status, reason, retryAfter) => {
  const { host } = await aDeployment(db, { status, reason })
  const response = await ask(gateway.port, { host })
  expect(response.status).toBe(503)
  const body = JSON.parse(response.body)
  expect(body).toEqual({ ...form, error: 'Service Unavailable', code: 'not-running' })
  expect(body.message).toContain(status)
  if (reason) expect(body.message).toContain(reason)
  expect(response.headers['retry-after']).toBe(retryAfter)
})

test('a simulated one says that nothing listens', async () => {
  const { host } = await aDeployment(db, { simulated: true })
  const response = await ask(gateway.port, { host })
  expect(response.status).toBe(503)
  expect(JSON.parse(response.body)).toMatchObject({
    code: 'simulated',
    message: expect.stringContaining('nothing listens'),
  })
})

test('one without a port says so', async () => {
  const { host } = await aDeployment(db)
  expect(JSON.parse((await ask(gateway.port, { host })).body)).toMatchObject({ code: 'no-port' })
})

test('one that is being stopped gets nothing new, and may finish what it has', async () => {
  const { promise: finish, resolve } = Promise.withResolvers<void>()
  const { host, ...deployment } = await deployed(async (_request, response) => {
    await finish
    response.end('done')
  })
  const first = ask(gateway.port, { host })
  await expect.poll(() => gateway.inFlight()).toBe(1)
  await setStatus(db, { host, ...deployment }, 'stopping', 'user')
  await expect.poll(async () => (await ask(gateway.port, { host })).status).toBe(503)
  resolve()
  expect((await first).body).toBe('done')
})

test('one that is elsewhere now is followed at once, and what is left at the old place is ended', async () => {
  const old = await deployed((request, response) => {
    if (request.url !== '/hang') response.end('old')
  })
  const next = later(await startApp((_request, response) => response.end('new')))
  expect((await ask(gateway.port, old)).body).toBe('old')
  const hanging = ask(gateway.port, { ...old, path: '/hang' })
  await expect.poll(() => gateway.inFlight()).toBe(1)
  await runAt(db, old, next.address)
  const cut = await hanging
  expect([cut.status, JSON.parse(cut.body).code]).toEqual([502, 'bad-gateway'])
  expect((await ask(gateway.port, old)).body).toBe('new')
})

test('a deployment that does not listen is 502', async () => {
  const app = await startApp(echo)
  await app.close()
  const { host } = await aDeployment(db, { address: app.address })
  const response = await ask(gateway.port, { host, method: 'POST', body: 'x'.repeat(100_000) })
  expect(response.status).toBe(502)
  expect(JSON.parse(response.body)).toEqual({ ...form, error: 'Bad Gateway', code: 'bad-gateway' })
})

test.each([
  ['hangs up at once', ''],
  ['answers garbage', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['answers with two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  [
    'answers with a length and chunks',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['answers with a head beyond 16 KiB', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['answers with a control character', 'HTTP/1.1 200 OK\r\nX: a\x01b\r\n\r\n'],
  ['answers with an unknown protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
  ['answers with an impossible status', 'HTTP/1.1 099 What\r\nContent-Length: 0\r\n\r\n'],
])('a deployment that %s is 502', async (_what, bytes) => {
  const app = later(await startSocketApp((socket) => socket.once('data', () => socket.end(bytes))))
  const { host } = await aDeployment(db, { address: app.address })
  const response = await ask(gateway.port, { host })
  expect(response.status).toBe(502)
  expect(JSON.parse(response.body)).toMatchObject({ code: 'bad-gateway' })
  expect(response.headers['x-service-request-id']).toMatch(/^req_/)
})

test('what a deployment sends beyond its response reaches nobody', async () => {
  let open = 0
  const app = later(
    await startSocketApp((socket) => {
      open += 1
      socket.on('close', () => open--)
      socket.on('data', () =>
        socket.write(
          'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged',
        ),
      )
    }),
  )
  const { host } = await aDeployment(db, { address: app.address })
  for (let i = 0; i < 5; i++) {
    const response = await ask(gateway.port, { host }).catch(() => undefined)
    if (response?.status === 200) expect(response.body).toBe('ok')
    await expect.poll(() => open, { interval: 5 }).toBe(0)
  }
})

test('early hints and 100 Continue are between two parties only', async () => {
  const { host } = await deployed((_request, response) => {
    response.writeEarlyHints({ link: '</a.css>; rel=preload' }, () => response.end('ok'))
  })
  const response = await ask(gateway.port, { host, method: 'POST', headers: { expect: '100-continue' }, body: 'x' })
  expect([response.status, response.body]).toEqual([200, 'ok'])
})

test('a response before the whole body has come ends the upload', async () => {
  const { host } = await deployed((_request, response) => {
    response.writeHead(413, { connection: 'close' })
    response.end('too much')
  })
  const socket = connect(gateway.port, '127.0.0.1')
  socket.on('error', () => {})
  let text = ''
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part
  })
  socket.write(`POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1000000000\r\n\r\n`)
  const pour = setInterval(() => socket.write('x'.repeat(10_000)), 5)
  await ended(socket)
  clearInterval(pour)
  expect(text).toMatch(/^HTTP\/1.1 413 /)
})

test('WebSockets pass both ways, text, binary and the end', async () => {
  const wss = later(new WebSocketServer({ noServer: true }))
  let seen: IncomingMessage | undefined
  const { host, name } = await deployed(
    (_request, response) => response.end(),
    (server) =>
      server.on('upgrade', (request, socket, head) => {
        seen = request
        wss.handleUpgrade(request, socket, head, (peer) => {
          peer.on('message', (data, isBinary) => peer.send(data, { binary: isBinary }))
        })
      }),
  )
  const socket = new WebSocket(`ws://127.0.0.1:${gateway.port}/socket?x=1`, {
    headers: { host: `${name}.localhost`, 'x-forwarded-for': '1.2.3.4' },
  })
  const upgraded = once(socket, 'upgrade') as Promise<[IncomingMessage]>
  await once(socket, 'open')
  const [response] = await upgraded
  expect(response.headers['x-service-request-id']).toMatch(/^req_/)
  socket.send('hello')
  expect(String((await once(socket, 'message'))[0])).toBe('hello')
  const large = Buffer.alloc(1_000_000, 7)
  socket.send(large)
  expect(((await once(socket, 'message'))[0] as Buffer).equals(large)).toBe(true)
  expect(seen?.url).toBe('/socket?x=1')
  expect(seen?.headers['x-forwarded-for']).toBe('127.0.0.1')
  expect(seen?.headers.host).toBe(host)
  socket.close(4_001, 'enough')
  const [code] = await once(socket, 'close')
  expect(code).toBe(4_001)
  await expect.poll(() => gateway.inFlight()).toBe(0)
})

test.each([
  ['hangs up', (socket: WebSocket) => socket.terminate()],
  ['is cut off', (_socket: WebSocket, cut: () => void) => cut()],
])('when one side of a WebSocket %s, the other ends', async (_what, end) => {
  const wss = later(new WebSocketServer({ noServer: true }))
  const peers: WebSocket[] = []
  const { name } = await deployed(
    (_request, response) => response.end(),
    (server) =>
      server.on('upgrade', (request, socket, head) =>
        wss.handleUpgrade(request, socket, head, (peer) => void peers.push(peer.on('error', () => {}))),
      ),
  )
  const socket = new WebSocket(`ws://127.0.0.1:${gateway.port}/`, { headers: { host: `${name}.localhost` } })
  socket.on('error', () => {})
  await once(socket, 'open')
  await expect.poll(() => peers.length).toBe(1)
  end(socket, () => peers[0]!.terminate())
  await expect.poll(() => [socket.readyState, peers[0]!.readyState]).toEqual([WebSocket.CLOSED, WebSocket.CLOSED])
})

test('a WebSocket that the deployment refuses is refused, with its words', async () => {
  const { name } = await deployed(
    (_request, response) => response.end(),
    (server) =>
      server.on('upgrade', (_request, socket) =>
        socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 4\r\nX-Why: no\r\n\r\nnope'),
      ),
  )
  const socket = new WebSocket(`ws://127.0.0.1:${gateway.port}/`, { headers: { host: `${name}.localhost` } })
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
  expect([response.statusCode, response.headers['x-why'], await read(response)]).toEqual([403, 'no', 'nope'])
  expect(response.headers['x-service-request-id']).toMatch(/^req_/)
})

test.each([
  ['nobody', 404, async () => 'dep-nobody.localhost'],
  ['one that does not run', 503, async () => (await aDeployment(db, { status: 'stopped' })).host],
  [
    'one that does not listen',
    502,
    async () => {
      const app = await startApp(echo)
      await app.close()
      return (await aDeployment(db, { address: app.address })).host
    },
  ],
])('a WebSocket to %s is refused with %i, in our form', async (_what, status, hostOf) => {
  const socket = new WebSocket(`ws://127.0.0.1:${gateway.port}/`, { headers: { host: await hostOf() } })
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
  expect(response.statusCode).toBe(status)
  expect(JSON.parse(await read(response))).toEqual(form)
  expect(response.headers['x-service-request-id']).toMatch(/^req_/)
})

test('other protocols than WebSockets are passed over', async () => {
  const { host } = await deployed(echo)
  const response = await ask(gateway.port, {
    host,
    headers: { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAARAAAAAAAIAAAAA' },
  })
  expect(response.status).toBe(200)
  const { headers } = JSON.parse(response.body)
  expect(headers).not.toHaveProperty('upgrade')
  expect(headers).not.toHaveProperty('http2-settings')
})

test('the figures tell of answers, refusals and what is under way', async () => {
  const text = await gateway.metrics.text()
  expect(text).toMatch(/^test_gateway_response_seconds_count\{status="2xx"\} [1-9]/m)
  expect(text).toMatch(/^test_gateway_response_seconds_count\{status="1xx"\} [1-9]/m)
  expect(text).toMatch(/^test_gateway_refusals_total\{code="unknown-host"\} [1-9]/m)
  expect(text).toMatch(/^test_gateway_connections \d/m)
})
