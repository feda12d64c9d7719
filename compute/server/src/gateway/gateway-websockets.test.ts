import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { aDeployment, read, startApp } from '@service/compute-testing/gateway.ts'
import { echo, useGateway } from '@service/compute-testing/use-gateway.ts'
import { expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'

const { db, gateway, closeLater, deployed } = useGateway()

const form = { error: expect.any(String), message: expect.any(String), code: expect.any(String) }

test('WebSockets pass text, binary and close frames both ways', async () => {
  const wss = closeLater(new WebSocketServer({ noServer: true }))
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
  expect(await gateway.metrics.text()).toMatch(/^test_gateway_response_seconds_count\{status="1xx"\} 1$/m)
})

test.each([
  ['hangs up', (socket: WebSocket) => socket.terminate()],
  ['is cut off', (_socket: WebSocket, cut: () => void) => cut()],
])('when one side of a WebSocket %s, the other is closed', async (_what, end) => {
  const wss = closeLater(new WebSocketServer({ noServer: true }))
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

test('a WebSocket that the deployment refuses is refused with its response', async () => {
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
])('a WebSocket to %s is refused with %i and a problem', async (_what, status, hostOf) => {
  const socket = new WebSocket(`ws://127.0.0.1:${gateway.port}/`, { headers: { host: await hostOf() } })
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
  expect(response.statusCode).toBe(status)
  expect(JSON.parse(await read(response))).toEqual(form)
  expect(response.headers['x-service-request-id']).toMatch(/^req_/)
})
