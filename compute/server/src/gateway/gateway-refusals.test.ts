import { aDeployment, ask, runAt, setStatus, startApp, startSocketApp } from '@service/compute-testing/gateway.ts'
import { echo, useGateway } from '@service/compute-testing/use-gateway.ts'
import { expect, test } from 'vitest'

const { db, gateway, closeLater, deployed } = useGateway()

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
])('a deployment that is %s is 503 with its status and reason', async (status, reason, retryAfter) => {
  const { host } = await aDeployment(db, { status, reason })
  const response = await ask(gateway.port, { host })
  expect(response.status).toBe(503)
  const body = JSON.parse(response.body)
  expect(body).toEqual({ ...form, error: 'Service Unavailable', code: 'not-running' })
  expect(body.message).toContain(status)
  if (reason) expect(body.message).toContain(reason)
  expect(response.headers['retry-after']).toBe(retryAfter)
})

test('a simulated deployment is 503, because nothing listens', async () => {
  const { host } = await aDeployment(db, { simulated: true })
  const response = await ask(gateway.port, { host })
  expect(response.status).toBe(503)
  expect(JSON.parse(response.body)).toMatchObject({
    code: 'simulated',
    message: expect.stringContaining('nothing listens'),
  })
})

test('a deployment without a port is refused with no-port', async () => {
  const { host } = await aDeployment(db)
  expect(JSON.parse((await ask(gateway.port, { host })).body)).toMatchObject({ code: 'no-port' })
})

test('a deployment that is stopping gets no new requests, and finishes those in flight', async () => {
  const { promise: finish, resolve } = Promise.withResolvers<void>()
  const { host, ...deployment } = await deployed(async (request, response) => {
    if (request.url === '/slow') await finish
    response.end('done')
  })
  const first = ask(gateway.port, { host, path: '/slow' })
  await expect.poll(() => gateway.inFlight()).toBe(1)
  await setStatus(db, { host, ...deployment }, 'stopping', 'user')
  await expect.poll(async () => (await ask(gateway.port, { host })).status).toBe(503)
  resolve()
  expect((await first).body).toBe('done')
})

test('requests follow a deployment that moves, and those at the old address are ended', async () => {
  const old = await deployed((request, response) => {
    if (request.url !== '/hang') response.end('old')
  })
  const next = closeLater(await startApp((_request, response) => response.end('new')))
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
  const app = closeLater(await startSocketApp((socket) => socket.once('data', () => socket.end(bytes))))
  const { host } = await aDeployment(db, { address: app.address })
  const response = await ask(gateway.port, { host })
  expect(response.status).toBe(502)
  expect(JSON.parse(response.body)).toMatchObject({ code: 'bad-gateway' })
  expect(response.headers['x-service-request-id']).toMatch(/^req_/)
})

test('bytes that a deployment sends beyond its response are dropped', async () => {
  let open = 0
  const app = closeLater(
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
