import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { acceptsConnections } from './probe-port.ts'

const never = new AbortController().signal
let server: Server | undefined
const sockets = new Set<Socket>()

async function listen(onConnection: (socket: Socket) => void): Promise<{ host: string; port: number }> {
  server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onConnection(socket)
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
}
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
  server = undefined
})

test('a server that accepts and waits for input is open', async () => {
  expect(await acceptsConnections(await listen(() => {}), { signal: never, limitMs: 5_000 })).toBe(true)
})

test('a server that speaks first is open', async () => {
  expect(
    await acceptsConnections(await listen((socket) => socket.write('hello')), { signal: never, limitMs: 5_000 }),
  ).toBe(true)
})

test('a proxy without a backend, which accepts and closes, is not open', async () => {
  expect(await acceptsConnections(await listen((socket) => socket.end()), { signal: never, limitMs: 5_000 })).toBe(
    false,
  )
  const address = server!.address() as AddressInfo
  server!.removeAllListeners('connection').on('connection', (socket) => socket.resetAndDestroy())
  expect(await acceptsConnections({ host: '127.0.0.1', port: address.port }, { signal: never, limitMs: 5_000 })).toBe(
    false,
  )
})

test('a closed port is not open, nor is one whose check is aborted', async () => {
  const { host, port } = await listen(() => {})
  expect(await acceptsConnections({ host, port }, { signal: AbortSignal.abort(), limitMs: 5_000 })).toBe(false)
  await new Promise((resolve) => server!.close(resolve))
  expect(await acceptsConnections({ host, port }, { signal: never, limitMs: 5_000 })).toBe(false)
})

test('a port that leads through an engine is open once a connection stays, and may begin to be shortly after a start', async () => {
  const address = { host: 'pod', port: 80, through: 'hub-1' }
  let connections = 0
  const engine = {
    connect: async () => {
      const stream = new PassThrough()
      if (++connections < 3) setImmediate(() => stream.destroy(new Error('nobody listens')))
      return stream
    },
  }
  expect(await acceptsConnections(address, { signal: never, limitMs: 5_000, engine })).toBe(false)
  expect(await acceptsConnections(address, { signal: never, limitMs: 5_000, engine, isFresh: true })).toBe(true)
  expect(connections).toBe(3)
  const none = { connect: () => Promise.reject(new Error('gone')) }
  expect(await acceptsConnections(address, { signal: never, limitMs: 5_000, engine: none })).toBe(false)
})
