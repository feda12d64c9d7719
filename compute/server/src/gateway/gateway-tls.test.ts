/** The gateway over TLS: both versions of HTTP, real handshakes, certificates that `openssl` has just made. */
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { type ClientHttp2Session, connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2'
import { request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls, type PeerCertificate } from 'node:tls'
import { writeCertificate } from '@service/compute-testing/certificates.ts'
import {
  aDeployment,
  ask,
  ended,
  read,
  runAt,
  startApp,
  startGateway,
  startSocketApp,
} from '@service/compute-testing/gateway.ts'
import { echo, useGateway } from '@service/compute-testing/use-gateway.ts'
import type { ConfigError } from '@service/foundation/config/config.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { afterAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { openCertificateFiles } from './gateway.ts'

const { db, closeLater, deployed } = useGateway()
const folder = mkdtempSync(join(tmpdir(), 'gateway-tls-'))
afterAll(() => rmSync(folder, { recursive: true }))

const names = ['*.apps.example.com']
const domain = 'apps.example.com'
const lines: string[] = []
const log = makeLogger({ level: 'info', form: 'json', to: { write: (line) => void lines.push(line) } })
const options = { log, now: () => new Date(), domain }

async function aGateway(more: Partial<Parameters<typeof startGateway>[1]> = {}) {
  const files = writeCertificate(folder, { names })
  const certificates = closeLater(await openCertificateFiles(files, { ...options, checkEveryMs: 20 }))
  const gateway = closeLater(await startGateway(db, { domain, certificates, graceMs: 300, ...more }))
  return { gateway, certificates, files }
}

function http2To(port: number, ca: string, host: string): ClientHttp2Session {
  const session = connectHttp2(`https://127.0.0.1:${port}`, { ca, servername: host })
  session.on('error', () => {}) // of those that are cut off
  return closeLater(session)
}

type Http2Response = { headers: IncomingHttpHeaders; body: string; code: number }

async function ask2(
  session: ClientHttp2Session,
  headers: Record<string, string>,
  body?: string,
): Promise<Http2Response> {
  const stream = session.request({ ':path': '/', ...headers }, { endStream: body === undefined })
  stream.on('error', () => {})
  if (body !== undefined) stream.end(body)
  const parts: Buffer[] = []
  stream.on('data', (part: Buffer) => parts.push(part))
  let got: IncomingHttpHeaders = {}
  stream.on('response', (response) => {
    got = response
  })
  await new Promise((resolve) => stream.once('close', resolve)) // also where it ends with an error
  return { headers: got, body: Buffer.concat(parts).toString(), code: stream.rstCode ?? 0 }
}

async function ask1(port: number, ca: string, host: string): Promise<{ status: number; body: string; url: string }> {
  const outgoing = request({ port, host: '127.0.0.1', servername: host, ca, headers: { host }, agent: false }).end()
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: response.statusCode!, body: await read(response), url: host }
}

test('HTTP/1.1 and HTTP/2 reach the deployment, which is told that the caller used https', async () => {
  const { gateway, files } = await aGateway()
  const { name } = await deployed(echo)
  const host = `${name}.${domain}`
  expect(gateway.url).toMatch(/^https:/)
  const first = await ask1(gateway.port, files.certificate, host)
  expect(first.status).toBe(200)
  expect(JSON.parse(first.body).headers).toMatchObject({ host, 'x-forwarded-proto': 'https' })

  const session = http2To(gateway.port, files.certificate, host)
  const { headers, body } = await ask2(
    session,
    {
      ':method': 'POST',
      ':authority': host,
      ':path': '/a?b=c',
      cookie: 'a=1',
      'x-custom': 'yes',
      x_forwarded_for: '1',
    },
    'hello',
  )
  expect(headers[':status']).toBe(200)
  expect(headers['x-service-request-id']).toMatch(/^req_[0-9a-f]{32}$/)
  const seen = JSON.parse(body)
  expect(seen).toMatchObject({
    method: 'POST',
    url: '/a?b=c',
    body: 'hello',
    headers: { host, cookie: 'a=1', 'x-custom': 'yes', 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' },
  })
  expect(Object.keys(seen.headers).filter((header) => /[:_]/.test(header))).toEqual([])
})

test('over HTTP/2 a response keeps repeated headers, loses those of a connection, and has no body where there is none', async () => {
  const { gateway, files } = await aGateway()
  const { name } = await deployed((incoming, response) => {
    if (incoming.url === '/none') return void response.writeHead(204, { 'X-Its': 'own' }).end()
    response.writeHead(418, [
      'Set-Cookie',
      'a=1',
      'Set-Cookie',
      'b=2; Domain=x',
      'Connection',
      'X-Private',
      'X-Private',
      's',
    ])
    response.end('tea')
  })
  const session = http2To(gateway.port, files.certificate, `${name}.${domain}`)
  const authority = { ':authority': `${name}.${domain}` }
  const { headers, body } = await ask2(session, authority)
  expect([headers[':status'], headers['set-cookie'], headers['x-private'], body]).toEqual([
    418,
    ['a=1', 'b=2'],
    undefined,
    'tea',
  ])
  const none = await ask2(session, { ...authority, ':path': '/none' })
  expect([none.headers[':status'], none.headers['x-its'], none.body]).toEqual([204, 'own', ''])
})

test('many requests of one HTTP/2 connection pass at a time, and bodies of 8 MB both ways', async () => {
  const { gateway, files } = await aGateway()
  const { name } = await deployed(echo)
  const authority = { ':authority': `${name}.${domain}`, ':method': 'POST' }
  const session = http2To(gateway.port, files.certificate, `${name}.${domain}`)
  const responses = await Promise.all(Array.from({ length: 60 }, (_, i) => ask2(session, authority, `body ${i}`)))
  expect(responses.map(({ body }) => JSON.parse(body).body)).toEqual(responses.map((_, i) => `body ${i}`))
  const large = 'x'.repeat(8_000_000)
  expect(JSON.parse((await ask2(session, authority, large)).body).body).toHaveLength(large.length)
})

test('what the gateway refuses over HTTP/2 has the form of every error, and the connection goes on', async () => {
  const { gateway, files } = await aGateway()
  const { name } = await deployed(echo)
  const host = `${name}.${domain}`
  const session = http2To(gateway.port, files.certificate, host)
  const refused = async (headers: Record<string, string>) => {
    const { headers: got, body } = await ask2(session, { ':authority': host, ...headers })
    return [got[':status'], JSON.parse(body).code]
  }
  expect(await refused({ ':authority': `dep-none.${domain}` })).toEqual([404, 'unknown-host'])
  expect(await refused({ host: `dep-other.${domain}` })).toEqual([400, 'invalid-request'])
  expect(await refused({ ':path': '/ümlaut' })).toEqual([400, 'invalid-request'])
  expect(await refused({ ':path': `/${'x'.repeat(9_000)}` })).toEqual([414, 'invalid-request'])
  expect(await refused({ ':method': 'TRACE' })).toEqual([405, 'invalid-request'])
  expect((await ask2(session, { ':authority': host })).headers[':status']).toBe(200)
})

test('a response that breaks off over HTTP/2 is no whole one', async () => {
  const { gateway, files } = await aGateway()
  const { name } = await deployed((_request, response) => {
    response.writeHead(200, { 'Content-Length': '100' })
    response.write('half', () => response.destroy())
  })
  const session = http2To(gateway.port, files.certificate, `${name}.${domain}`)
  const { headers, code } = await ask2(session, { ':authority': `${name}.${domain}` })
  expect([headers[':status'], code]).toEqual([200, 2]) // INTERNAL_ERROR
})

test('what is under way over HTTP/2 ends when its deployment moves, and when its caller hangs up', async () => {
  const { gateway, files } = await aGateway()
  const deployment = await deployed(() => {}) // never responds
  const host = `${deployment.name}.${domain}`
  const session = http2To(gateway.port, files.certificate, host)
  const waiting = ask2(session, { ':authority': host })
  await expect.poll(() => gateway.inFlight()).toBe(1)
  const elsewhere = closeLater(await startApp(() => {}))
  await runAt(db, deployment, elsewhere.address)
  const { headers, body } = await waiting
  expect([headers[':status'], JSON.parse(body).code]).toEqual([502, 'bad-gateway'])
  const leaving = session.request({ ':path': '/', ':authority': host })
  await expect.poll(() => gateway.inFlight()).toBe(1)
  leaving.close()
  await expect.poll(() => gateway.inFlight()).toBe(0)
})

test('headers that a deployment repeats pass over HTTP/2, and a status that HTTP does not know is 502 without them', async () => {
  const { gateway, files } = await aGateway()
  const raw = (head: string) => startSocketApp((socket) => socket.on('data', () => socket.write(head)))
  const repeating = closeLater(
    await raw(
      'HTTP/1.1 200 OK\r\nX-Content-Type-Options: nosniff\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 2\r\n\r\nok',
    ),
  )
  const { name } = await aDeployment(db, { address: repeating.address })
  const session = http2To(gateway.port, files.certificate, `${name}.${domain}`)
  const found = await ask2(session, { ':authority': `${name}.${domain}` })
  expect([found.headers[':status'], found.headers['x-content-type-options'], found.body]).toEqual([
    200,
    'nosniff',
    'ok',
  ])

  const unknown = closeLater(await raw('HTTP/1.1 799 Odd\r\nX-Its: own\r\nETag: "1"\r\nContent-Length: 0\r\n\r\n'))
  const odd = await aDeployment(db, { address: unknown.address })
  const refused = await ask2(session, { ':authority': `${odd.name}.${domain}` })
  expect([refused.headers[':status'], refused.headers['x-its'], refused.headers.etag]).toEqual([
    502,
    undefined,
    undefined,
  ])
  expect(JSON.parse(refused.body).code).toBe('bad-gateway')
})

test('a caller of HTTP/2 that grants no room for responses does not keep its place', async () => {
  const { gateway, files } = await aGateway({ maxWaiting: 1 })
  const session = closeLater(
    connectHttp2(`https://127.0.0.1:${gateway.port}`, {
      ca: files.certificate,
      servername: `dep-none.${domain}`,
      settings: { initialWindowSize: 0 },
    }),
  )
  session.on('error', () => {})
  const gone = new Promise((resolve) => session.once('close', resolve))
  const stream = session.request({ ':path': '/', ':authority': `dep-none.${domain}` })
  stream.on('error', () => {})
  await once(stream, 'response')
  await new Promise((resolve) => stream.once('close', resolve))
  closeLater(connectSilent(gateway.port)) // waits as well, so that the one that has waited longest goes
  await gone
})

test('a WebSocket passes over TLS', async () => {
  const { gateway } = await aGateway()
  const wss = closeLater(new WebSocketServer({ noServer: true }))
  const { name } = await deployed(
    (_request, response) => response.end(),
    (server) =>
      server.on('upgrade', (incoming, socket, head) =>
        wss.handleUpgrade(incoming, socket, head, (peer) => peer.on('message', (data) => peer.send(data))),
      ),
  )
  const host = `${name}.${domain}`
  const socket = new WebSocket(`wss://127.0.0.1:${gateway.port}/`, {
    headers: { host },
    rejectUnauthorized: false, // it is asked by its address, which the certificate does not name
  })
  await once(socket, 'open')
  socket.send('hello')
  expect(String((await once(socket, 'message'))[0])).toBe('hello')
  socket.terminate()
  await expect.poll(() => gateway.inFlight()).toBe(0)
})

test('handshakes that stand still displace each other, not active callers', async () => {
  const { gateway, files } = await aGateway({ maxWaiting: 20 })
  const { name } = await deployed(echo)
  const host = `${name}.${domain}`
  const silent = Array.from({ length: 60 }, () => closeLater(connectSilent(gateway.port)))
  await Promise.all(silent.slice(0, 40).map(({ gone }) => gone))
  expect((await ask1(gateway.port, files.certificate, host)).status).toBe(200)
})

function connectSilent(port: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  return { gone: ended(socket), close: () => socket.destroy() }
}

test('a renewed certificate is used for the next handshake; a broken one leaves the old in force', async () => {
  const { gateway, files } = await aGateway()
  const { name } = await deployed(echo)
  const host = `${name}.${domain}`
  const before = await fingerprint(gateway.port, host)
  writeCertificate(folder, { name: 'other', names, days: 30 })
  writeFileSync(files.certificateFile, 'no certificate')
  await expect.poll(() => lines.join()).toMatch(/holds no certificate in PEM/)
  expect(await fingerprint(gateway.port, host)).toBe(before)
  // One file after the other, as a program that renews them does it: in between they do not belong together.
  copyFileSync(join(folder, 'other.crt'), files.certificateFile)
  await expect.poll(() => lines.join()).toMatch(/is not that of the first certificate/)
  expect(await fingerprint(gateway.port, host)).toBe(before)
  copyFileSync(join(folder, 'other.key'), files.keyFile)
  await expect.poll(() => fingerprint(gateway.port, host)).not.toBe(before)
  expect(await gateway.metrics.text()).toMatch(/^test_gateway_certificate_expiry_timestamp_seconds 1\d{9}$/m)
})

async function fingerprint(port: number, servername: string): Promise<string> {
  const socket = connectTls({ port, host: '127.0.0.1', servername, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { fingerprint256 } = socket.getPeerCertificate() as PeerCertificate
  socket.destroy()
  return fingerprint256
}

test('that a certificate expires soon is said at the start and every day', async () => {
  const files = writeCertificate(folder, { name: 'short', names, days: 5 })
  let nowMs = Date.now()
  lines.length = 0
  closeLater(await openCertificateFiles(files, { ...options, now: () => new Date(nowMs), checkEveryMs: 10 }))
  const said = () => lines.filter((line) => /expires soon/.test(line)).length
  expect(said()).toBe(1)
  nowMs += 24 * 3_600_000
  await expect.poll(said).toBe(2)
  nowMs += 5 * 24 * 3_600_000
  await expect.poll(() => lines.some((line) => /has expired/.test(line))).toBe(true)
})

test('files that cannot be used end the start with a message that names the setting', async () => {
  const files = writeCertificate(folder, { names })
  const other = writeCertificate(folder, { name: 'third', names })
  const text = join(folder, 'text.pem')
  writeFileSync(text, 'no certificate')
  const faultOf = (certificateFile: string, keyFile: string) =>
    openCertificateFiles({ certificateFile, keyFile }, options).then(
      () => 'none',
      (error: ConfigError) => error.faults.join(),
    )
  expect(await faultOf(join(folder, 'absent'), files.keyFile)).toMatch(/TLS_CERTIFICATE: .*cannot be read \(ENOENT\)/)
  expect(await faultOf(text, files.keyFile)).toMatch(/TLS_CERTIFICATE: .*no certificate in PEM/)
  expect(await faultOf(files.certificateFile, text)).toMatch(/TLS_KEY: .*no key in PEM/)
  expect(await faultOf(files.certificateFile, other.keyFile)).toMatch(/TLS_KEY: .*not that of the first certificate/)
})

test('the port beside it sends callers to https, and only to names of deployments', async () => {
  const { gateway } = await aGateway({ redirectPort: 0 })
  const port = gateway.redirectPort!
  const found = await ask(port, { host: `dep-1a2b.${domain}:8080`, method: 'POST', path: '/a?b=c', body: 'x' })
  expect([found.status, found.headers.location]).toEqual([308, `https://dep-1a2b.${domain}/a?b=c`])
  const elsewhere = await ask(port, { host: 'elsewhere.example.org' })
  expect([elsewhere.status, JSON.parse(elsewhere.body).code]).toEqual([404, 'unknown-host'])
  const { gone } = closeLater(connectSilent(port))
  await gateway.close() // which a caller that says nothing does not hold up
  await gone
})

test('at the end requests of HTTP/2 finish, and those that do not are broken off', async () => {
  const { gateway, files } = await aGateway({ graceMs: 1_000 })
  let arrived = 0
  let finish = () => {}
  const { name } = await deployed((incoming, response) => {
    arrived += 1
    if (incoming.url === '/finishes') finish = () => response.end('whole')
  })
  const host = `${name}.${domain}`
  const session = http2To(gateway.port, files.certificate, host)
  const finishing = ask2(session, { ':authority': host, ':path': '/finishes' })
  const stuck = ask2(session, { ':authority': host, ':path': '/stuck' })
  await expect.poll(() => arrived).toBe(2)
  const closed = gateway.close()
  finish()
  expect((await finishing).body).toBe('whole')
  await closed
  expect((await stuck).headers[':status']).not.toBe(200)
})
