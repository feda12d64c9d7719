import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { probe } from './probe.ts'

const options = { signal: new AbortController().signal, limitMs: 5_000 }
const servers: Server[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve)))))

async function listen(server: Server): Promise<{ host: string; port: number }> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
}
const returning = (status: number, seen: IncomingMessage[] = []) =>
  listen(
    createServer((request, response) => {
      seen.push(request)
      response.writeHead(status, { location: '/elsewhere' }).end('said')
    }),
  )

test.each([200, 204, 301, 399])('%i at the health path is up', async (status) => {
  const seen: IncomingMessage[] = []
  expect(await probe(await returning(status, seen), '/healthz?deep=1', options)).toEqual({ portOpen: true })
  expect(seen.map(({ method, url }) => [method, url])).toEqual([['GET', '/healthz?deep=1']])
})

test.each([400, 404, 500, 503])('%i at the health path is not up, and the status is said', async (status) => {
  const unhealthy = { path: '/healthz', status }
  expect(await probe(await returning(status), '/healthz', options)).toEqual({ portOpen: false, unhealthy })
})

test('without a health path any response is up', async () => {
  expect(await probe(await returning(500), null, options)).toEqual({ portOpen: true })
})

test('a port that speaks no HTTP, says nothing in time, or is closed does not respond', async () => {
  const unhealthy = { path: '/', status: null }
  const talks = await listen(
    createTcpServer((socket) =>
      socket
        .on('error', () => {})
        .resume()
        .end('220 mail\r\n'),
    ),
  )
  expect(await probe(talks, '/', options)).toEqual({ portOpen: false, unhealthy })
  const silent = await listen(createTcpServer((socket) => socket.on('error', () => {}).resume()))
  expect(await probe(silent, '/', { ...options, limitMs: 50 })).toEqual({ portOpen: false, unhealthy })
  const closed = await returning(200)
  await new Promise((resolve) => servers.pop()!.close(resolve))
  expect(await probe(closed, '/', options)).toEqual({ portOpen: false, unhealthy })
})

test('an address that leads through an engine is asked through it', async () => {
  const { host, port } = await returning(200)
  const address = { host: 'pod', port: 80, through: 'hub-1' }
  const engine = { connect: async () => connect({ host, port }) }
  expect(await probe(address, '/', { ...options, engine })).toEqual({ portOpen: true })
  const gone = { connect: () => Promise.reject(new Error('gone')) }
  const unhealthy = { path: '/', status: null }
  expect(await probe(address, '/', { ...options, engine: gone })).toEqual({ portOpen: false, unhealthy })
  expect(await probe(address, '/', options)).toEqual({ portOpen: false, unhealthy })
})
