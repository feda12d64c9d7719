/** Real handshakes, with certificates that `openssl` has just made. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttps, type Server } from 'node:https'
import { type AddressInfo, createServer as createTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeOutbound } from './make-outbound.ts'

const folder = mkdtempSync(join(tmpdir(), 'tls-receivers-'))
const outbound = makeOutbound({ allow: ['127.0.0.1'], allowHttp: true, resolve: async () => ['127.0.0.1'] })
const servers: Server[] = []

beforeAll(() => {
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const request = (name: string, subject: string, ...more: string[]) => {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', `${name}.key`]
    run('req', ...key, '-subj', `/CN=${subject}`, ...more)
  }
  const selfSigned = ['-x509', '-days', '1', '-out']
  request('authority', 'Example Authority', ...selfSigned, 'authority.pem')
  request('self', 'receiver.example', ...selfSigned, 'self.pem')

  writeFileSync(join(folder, 'index.txt'), '')
  writeFileSync(
    join(folder, 'authority.cnf'),
    `[ca]
default_ca = authority
[authority]
certificate = authority.pem
private_key = authority.key
database = index.txt
new_certs_dir = .
rand_serial = yes
unique_subject = no
default_md = sha256
policy = policy
copy_extensions = copy
[policy]
commonName = supplied
`,
  )
  const certify = (name: string, names: string, from: string, until: string) => {
    request(name, name, '-new', '-out', `${name}.csr`, '-addext', `subjectAltName=${names}`)
    const files = ['-in', `${name}.csr`, '-out', `${name}.pem`, '-notext']
    run('ca', '-batch', '-config', 'authority.cnf', ...files, '-startdate', from, '-enddate', until)
  }
  certify('good', 'DNS:receiver.example,IP:127.0.0.1', '20200101000000Z', '20991231000000Z')
  certify('other', 'DNS:other.example', '20200101000000Z', '20991231000000Z')
  certify('expired', 'DNS:receiver.example', '20200101000000Z', '20200102000000Z')
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(join(folder, 'authority.pem'), 'utf8')])
})
afterAll(async () => {
  await outbound.close()
  for (const server of servers) server.close()
  rmSync(folder, { recursive: true })
})

/** Ports of a receiver with that certificate, and of what it has seen. */
async function receiver(certificate: string, options: object = {}) {
  const seen = { requests: 0, connections: 0, names: new Set<unknown>() }
  const [key, cert] = ['key', 'pem'].map((kind) => readFileSync(join(folder, `${certificate}.${kind}`)))
  const server = createHttps({ key: key!, cert: cert!, ...options }, (request, response) => {
    seen.requests++
    request.resume().on('end', () => response.end('ok'))
  })
  server.on('secureConnection', (socket) => {
    seen.connections++
    seen.names.add(socket.servername)
  })
  server.listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, seen }
}

const post = (url: string) => outbound.post({ url, headers: {}, body: '{}', timeoutMs: 10_000 })

test('a certificate of a trusted authority for the right name is accepted', async () => {
  const { port, seen } = await receiver('good')
  for (let n = 0; n < 5; n++) {
    expect(await post(`https://receiver.example:${port}/`)).toMatchObject({ kind: 'answered', status: 200 })
  }
  expect(seen.requests).toBe(5)
  expect(seen.connections).toBeLessThanOrEqual(2)
  expect([...seen.names]).toEqual(['receiver.example'])
  expect(await post(`https://127.0.0.1:${port}/`)).toMatchObject({ kind: 'answered', status: 200 })
})

test.each([
  ['self-signed', 'self', {}],
  ['for another name', 'other', {}],
  ['expired', 'expired', {}],
  ['fine, but for a version of TLS that nobody trusts', 'good', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }],
])('a certificate that is %s', async (_what, certificate, options) => {
  const { port, seen } = await receiver(certificate, options)
  expect(await post(`https://receiver.example:${port}/`)).toMatchObject({ kind: 'failed', error: 'tls-failed' })
  expect(seen.requests).toBe(0)
})

test('no environment variable turns the check off', async () => {
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED
  vi.spyOn(process, 'emitWarning').mockImplementation(() => {}) // Node warns of just this
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  try {
    const { port } = await receiver('self')
    expect(await post(`https://receiver.example:${port}/`)).toMatchObject({ kind: 'failed', error: 'tls-failed' })
  } finally {
    vi.restoreAllMocks()
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
  }
})

test.each([
  ['speaks plain HTTP', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'],
  ['hangs up', undefined],
])('a receiver that %s where TLS is expected', async (_what, text) => {
  const plain = createTcp((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => (text === undefined ? socket.destroy() : socket.end(text)))
  })
  plain.listen(0, '127.0.0.1')
  await once(plain, 'listening')
  const { port } = plain.address() as AddressInfo
  expect(await post(`https://receiver.example:${port}/`)).toMatchObject({ kind: 'failed', error: 'tls-failed' })
  plain.close()
})

test('a failed connection is distinguished from a failed handshake', async () => {
  const plain = createTcp().listen(0, '127.0.0.1')
  await once(plain, 'listening')
  const { port } = plain.address() as AddressInfo
  plain.close()
  expect(await post(`https://receiver.example:${port}/`)).toMatchObject({ kind: 'failed', error: 'unreachable' })
})
