/** Limits of time, of numbers, and the end of the gateway. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, request as send } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { aDeployment, ask, read, startApp, startGateway, startSocketApp } from '@service/compute-testing/gateway.ts'
import { fastestEngine, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { migrations } from '../migration-folders.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await fastestEngine.create(migrations)
})
afterAll(() => db.drop())

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function aGateway(options: Parameters<typeof startGateway>[1]) {
  const gateway = await startGateway(db, { graceMs: 300, ...options })
  closing.push(() => gateway.close())
  return gateway
}

async function deployed(...[listener, setUp]: Parameters<typeof startApp>) {
  const app = await startApp(listener, setUp)
  closing.push(() => app.close())
  return aDeployment(db, { address: app.address })
}

const codeOf = (response: { body: string }): unknown => JSON.parse(response.body).code

describe('timeouts', () => {
  test('a deployment that does not accept connections is 504', async () => {
    // Stopped with a full queue of connections: the system takes no more of them.
    const program = `require('net').createServer().listen({port:0,host:'127.0.0.1',backlog:1},function(){console.log(this.address().port)})`
    const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
    closing.push(() => child.kill('SIGKILL'))
    const port = Number(String((await once(child.stdout, 'data'))[0]))
    child.kill('SIGSTOP')
    const fillers = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => {}))
    closing.push(() => fillers.map((socket) => socket.destroy()))
    await expect.poll(() => fillers.filter(({ connecting }) => !connecting)).toHaveLength(2) // a queue of one takes two

    const gateway = await aGateway({ connectMs: 300 })
    const { host } = await aDeployment(db, { address: { host: '127.0.0.1', port } })
    const response = await ask(gateway.port, { host, method: 'POST', body: 'hello' })
    expect([response.status, codeOf(response)]).toEqual([504, 'gateway-timeout'])
    const socket = new WebSocket(`ws://127.0.0.1:${gateway.port}/`, { headers: { host } })
    const [, refused] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
    expect(refused.statusCode).toBe(504)
  })

  test('a deployment that does not begin to respond is 504, and the time of the upload does not count', async () => {
    const gateway = await aGateway({ firstByteMs: 1_000 })
    const { host } = await deployed(async (request, response) => {
      const body = await read(request)
      if (body === 'slowly') response.end('got it')
    })
    expect((await ask(gateway.port, { host })).status).toBe(504)

    const outgoing = send({ port: gateway.port, method: 'POST', headers: { host }, agent: false })
    for (const letter of 'slowly') {
      outgoing.write(letter)
      await sleep(250) // so that the upload alone takes longer than the first byte may
    }
    outgoing.end()
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
    expect(await read(response)).toBe('got it')
  })

  test('a stalled response is broken off, a slow one is not', async () => {
    const gateway = await aGateway({ idleMs: 1_500 })
    const { host } = await deployed(async (request, response) => {
      response.write('a')
      if (request.url === '/still') return
      for (let i = 0; i < 8; i++) {
        await sleep(250) // so that the response takes longer than a silence may
        response.write('b')
      }
      response.end()
    })
    await expect(ask(gateway.port, { host, path: '/still' })).rejects.toThrow(/aborted|hang up/)
    expect((await ask(gateway.port, { host })).body).toBe('abbbbbbbb')
  })

  test('a stalled upload is 504', async () => {
    const gateway = await aGateway({ idleMs: 300 })
    const { host } = await deployed((request) => request.resume())
    const outgoing = send({ port: gateway.port, method: 'POST', headers: { host }, agent: false }).on('error', () => {})
    outgoing.write('beginning')
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(504)
    outgoing.destroy()
  })

  test('a caller that does not read is cut off', async () => {
    const gateway = await aGateway({ idleMs: 300 })
    const { host } = await deployed((_request, response) => response.end(Buffer.alloc(50_000_000)))
    const socket = connect(gateway.port, '127.0.0.1').on('error', () => {})
    socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    await expect.poll(() => gateway.inFlight()).toBe(1)
    await expect.poll(() => gateway.inFlight()).toBe(0)
    socket.destroy()
  })

  test('an idle WebSocket is closed, an active one is kept', async () => {
    const gateway = await aGateway({ idleMs: 1_500 })
    const wss = new WebSocketServer({ noServer: true })
    let received = 0
    const { host } = await deployed(
      (_request, response) => response.end(),
      (server) =>
        server.on('upgrade', (request, socket, head) =>
          wss.handleUpgrade(request, socket, head, (peer) => peer.on('message', () => received++)),
        ),
    )
    const [silent, talking] = [1, 2].map(() => new WebSocket(`ws://127.0.0.1:${gateway.port}/`, { headers: { host } }))
    await Promise.all([once(silent!, 'open'), once(talking!, 'open')])
    const chatter = setInterval(() => talking!.send('x'), 50)
    await once(silent!, 'close')
    const receivedBefore = received
    await expect.poll(() => received).toBeGreaterThan(receivedBefore + 3)
    clearInterval(chatter)
    talking!.terminate()
  })
})

describe('limits', () => {
  test('requests beyond the limit of a deployment are 503, and other deployments are unaffected', async () => {
    const gateway = await aGateway({ maxPerDeployment: 3 })
    const { promise: finish, resolve } = Promise.withResolvers<void>()
    const { host } = await deployed(async (_request, response) => {
      await finish
      response.end('done')
    })
    const other = await deployed((_request, response) => response.end('other'))
    const first = [1, 2, 3].map(() => ask(gateway.port, { host }))
    await expect.poll(() => gateway.inFlight()).toBe(3)
    const refused = await ask(gateway.port, { host })
    expect([refused.status, codeOf(refused), refused.headers['retry-after']]).toEqual([503, 'too-busy', '1'])
    expect((await ask(gateway.port, other)).body).toBe('other')
    resolve()
    expect((await Promise.all(first)).map(({ body }) => body)).toEqual(['done', 'done', 'done'])
    expect((await ask(gateway.port, { host })).body).toBe('done')
  })

  test('thousands of idle connections displace each other, not active ones', async () => {
    const gateway = await aGateway({ maxWaiting: 200 })
    const { host } = await deployed((_request, response) => response.end('ok'))
    const sockets: Socket[] = []
    closing.push(() => sockets.map((socket) => socket.destroy()))
    for (let i = 0; i < 2_000; i++) {
      const socket = connect(gateway.port, '127.0.0.1').on('error', () => {})
      sockets.push(socket)
      if (i % 3 === 1) socket.write('GET / HTTP/1.1\r\nHost: ')
      if (i % 100 === 99) {
        await once(socket, 'connect')
        expect((await ask(gateway.port, { host })).status).toBe(200)
      }
    }
    await expect.poll(() => gateway.metrics.text()).toMatch(/dropped_connections_total\{why="waiting"\} 1[0-9]{3}$/m)
    expect((await ask(gateway.port, { host })).status).toBe(200)
  })

  test('connections beyond the limit are dropped, and existing ones go on', async () => {
    const gateway = await aGateway({ maxConnections: 5 })
    const { promise: finish, resolve } = Promise.withResolvers<void>()
    const { host } = await deployed(async (_request, response) => {
      await finish
      response.end('ok')
    })
    const asked = Array.from({ length: 12 }, () =>
      ask(gateway.port, { host }).then(
        ({ status }) => status,
        () => 'dropped',
      ),
    )
    await expect.poll(() => gateway.metrics.text()).toMatch(/dropped_connections_total\{why="full"\} 7$/m)
    resolve()
    const responses = await Promise.all(asked)
    expect(responses.filter((status) => status === 200)).toHaveLength(5)
    expect(responses.filter((status) => status === 'dropped')).toHaveLength(7)
  })
})

describe('shutdown', () => {
  test('requests in flight finish, WebSockets are closed, and new connections are refused', async () => {
    const gateway = await startGateway(db, { graceMs: 5_000 })
    const wss = new WebSocketServer({ noServer: true })
    const { promise: finish, resolve } = Promise.withResolvers<void>()
    const { host } = await deployed(
      async (_request, response) => {
        await finish
        response.end('finished')
      },
      (server) => server.on('upgrade', (request, socket, head) => wss.handleUpgrade(request, socket, head, () => {})),
    )
    const socket = new WebSocket(`ws://127.0.0.1:${gateway.port}/`, { headers: { host } })
    await once(socket, 'open')
    const asked = ask(gateway.port, { host })
    await expect.poll(() => gateway.inFlight()).toBe(2)
    const ended = once(socket, 'close')
    const closed = gateway.close()
    await ended
    await expect(ask(gateway.port, { host })).rejects.toThrow(/ECONNREFUSED/)
    resolve()
    expect((await asked).body).toBe('finished')
    await closed
  })

  test('requests that do not finish within the grace period are broken off', async () => {
    const gateway = await startGateway(db, { graceMs: 200 })
    const app = await startSocketApp(() => {})
    closing.push(() => app.close())
    const { host } = await aDeployment(db, { address: app.address })
    const asked = ask(gateway.port, { host }).then(
      ({ status }) => status,
      () => 'broken off',
    )
    await expect.poll(() => gateway.inFlight()).toBe(1)
    await gateway.close()
    expect([503, 'broken off']).toContain(await asked)
  })
})
