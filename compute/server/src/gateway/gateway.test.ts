import { once } from 'node:events'
import { type IncomingMessage, request as send } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { aDeployment, ask, ended, read, startSocketApp } from '@service/compute-testing/gateway.ts'
import { echo, useGateway } from '@service/compute-testing/use-gateway.ts'
import { expect, test } from 'vitest'

const { db, gateway, closeLater, deployed } = useGateway()

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

test('the response keeps its status, the case of its headers and repeated headers', async () => {
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

test.each([
  ['204 with empty chunks', 204, 'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['204 with a body', 204, 'Content-Length: 5\r\n\r\nhello'],
  ['304 with empty chunks', 304, 'Transfer-Encoding: chunked\r\nETag: "1"\r\n\r\n0\r\n\r\n'],
  ['304 with the length of what it stands for', 304, 'Content-Length: 5\r\n\r\n'],
  ['304 with chunks', 304, 'Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'],
])('a %s passes without a body, and the next request is served', async (_what, status, rest) => {
  const app = await startSocketApp((socket) => {
    socket.on('data', () => socket.write(`HTTP/1.1 ${status} Fine\r\nX-Its: own\r\n${rest}`))
  })
  const { host } = await aDeployment(db, { address: app.address })
  for (let i = 0; i < 3; i += 1) {
    const response = await ask(gateway.port, { host })
    expect([response.status, response.body, response.headers['x-its']]).toEqual([status, '', 'own'])
  }
  await app.close()
})

test('a cookie is limited to the host of its deployment', async () => {
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

test('bodies of 192 MB pass both ways without being held', async () => {
  const size = 192 * 1_048_576
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
  // What has passed and is not collected yet comes to a hundred MB on a busy machine, however much passes.
  expect(process.memoryUsage().rss - before).toBeLessThan(size)
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

test('when the caller hangs up, the request to the deployment is aborted', async () => {
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

test('a response that breaks off is broken off for the caller', async () => {
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

test('connections to a deployment are kept alive, and one that breaks is replaced transparently', async () => {
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
  const app = closeLater(
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

test('early hints and 100 Continue are not forwarded', async () => {
  const { host } = await deployed((_request, response) => {
    response.writeEarlyHints({ link: '</a.css>; rel=preload' }, () => response.end('ok'))
  })
  const response = await ask(gateway.port, { host, method: 'POST', headers: { expect: '100-continue' }, body: 'x' })
  expect([response.status, response.body]).toEqual([200, 'ok'])
})

test('a response before the end of the body ends the upload', async () => {
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

test('an upgrade to another protocol than WebSocket is ignored', async () => {
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

test('the metrics count responses and refusals, and what is under way', async () => {
  const { host } = await deployed(echo)
  await ask(gateway.port, { host })
  await ask(gateway.port, { host: 'dep-nobody.localhost' })
  const text = await gateway.metrics.text()
  expect(text).toMatch(/^test_gateway_response_seconds_count\{status="2xx"\} [1-9]/m)
  expect(text).toMatch(/^test_gateway_refusals_total\{code="unknown-host"\} [1-9]/m)
  expect(text).toMatch(/^test_gateway_connections \d/m)
})
