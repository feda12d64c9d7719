/** Engines on other machines, over TLS and through SSH: Podman behind a proxy and a server of the tests' own. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { createServer, type Server } from 'node:tls'
import { writeCertificate } from '@service/compute-testing/certificates.ts'
import { greeting } from '@service/compute-testing/engine/container-service.ts'
import { anOrder, inTime } from '@service/compute-testing/engine/engine-contract.ts'
import { hasPodman, startTestPodman, type TestPodman } from '@service/compute-testing/engine/podman.ts'
import { runProgram } from '@service/compute-testing/engine/service-process.ts'
import { hasSshServer, startSshServer, type TestSshServer } from '@service/compute-testing/engine/ssh-server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../engine.ts'
import { connectionReason } from './connect-tls.ts'
import { dockerEngine } from './docker-engine.ts'
import { type RemoteSettings, remoteFaults, remoteHost } from './remote-host.ts'

const nodes = [{ name: 'node-1', gpuType: 'H100', gpus: 8 }]
const opened: Engine[] = []

function engineAt(settings: RemoteSettings): Engine {
  expect(remoteFaults(settings)).toEqual([])
  const address = { remote: remoteHost(settings), env: process.env }
  const options = { owner: 'test', hubId: 'hub-1', nodes, cpuOnly: true, checkRegistry: async () => {} }
  const engine = dockerEngine({ address, ...options })
  opened.push(engine)
  return engine
}

const reasonOf = (engine: Engine): Promise<string> =>
  engine.probe(inTime()).then(
    ({ version }) => version,
    ({ code, message }) => `${code}: ${message}`,
  )

describe.runIf(hasPodman())('Podman on another machine', () => {
  let podman: TestPodman
  let folder = ''
  beforeAll(async () => {
    podman = await startTestPodman()
    folder = mkdtempSync(join(tmpdir(), 'service-remote-'))
  })
  afterAll(async () => {
    await Promise.all(opened.map((engine) => engine.close()))
    await podman.close()
    rmSync(folder, { recursive: true })
  })

  describe('over TLS', () => {
    let proxy: Server
    let settings: Required<Pick<RemoteSettings, 'address' | 'ca' | 'cert' | 'key' | 'reach'>>
    beforeAll(async () => {
      const theirs = writeCertificate(folder, { name: 'server', names: ['localhost'] })
      const ours = writeCertificate(folder, { name: 'client', names: ['service'] })
      const files = { cert: theirs.certificate, key: readFileSync(theirs.keyFile), ca: ours.certificate }
      proxy = createServer({ ...files, requestCert: true, rejectUnauthorized: true }, (near) => {
        const far = connect(podman.socketPath)
        near.on('error', () => far.destroy()).pipe(far)
        far.on('error', () => near.destroy()).pipe(near)
      })
      proxy.on('tlsClientError', () => {})
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
      const { port } = proxy.address() as AddressInfo
      settings = {
        ...{ address: `tcp://localhost:${port}`, reach: '127.0.0.1' },
        ...{ ca: theirs.certificateFile, cert: ours.certificateFile, key: ours.keyFile },
      }
    })
    afterAll(() => void proxy.close())

    test('a container runs, and is reached at the address that the hub names', async () => {
      const engine = engineAt(settings)
      const { address, name } = await engine.apply(anOrder({ image: podman.image }), inTime())
      expect(address).toEqual({ host: '127.0.0.1', port: expect.any(Number) })
      await expect.poll(() => get(connect(address!))).toBe(greeting)
      await engine.remove(name, inTime())
    })

    test.each<[string, (mine: typeof settings) => Partial<RemoteSettings>, RegExp]>([
      ['an engine of another authority', ({ cert }) => ({ ca: cert }), /not of the authority that the hub names as ca/],
      [
        'an engine of another name',
        ({ address }) => ({ address: address.replace('localhost', '127.0.0.1') }),
        /for another name/,
      ],
      [
        'a client that the engine does not know',
        ({ ca }) => ({ cert: ca, key: join(folder, 'server.key') }),
        /may refuse the client certificate/,
      ],
      [
        'a key of another certificate',
        () => ({ key: join(folder, 'server.key') }),
        /not that of its client certificate/,
      ],
      ['a file that is not there', () => ({ key: '/no/such.key' }), /names as key cannot be read/],
      ['a file that holds something else', () => ({ cert: '/etc/passwd' }), /names as cert holds no certificate/],
      ['a port where nobody listens', () => ({ address: 'tcp://127.0.0.1:1' }), /engine of the hub does not respond/],
    ])('%s has a reason of its own', async (_what, changed, reason) => {
      const engine = engineAt({ ...settings, ...changed(settings) })
      expect(await reasonOf(engine)).toMatch(reason)
    })

    test('a certificate that has expired is named, and the next one is used without a restart', async () => {
      const expired = writeCertificate(folder, { name: 'renewed', names: ['service'] })
      const { certificateFile, keyFile } = expired
      const past = ['x509', '-in', certificateFile, '-signkey', keyFile, '-days', '-1', '-out', certificateFile]
      runProgram('openssl', past, {})
      const engine = engineAt({ ...settings, cert: certificateFile, key: keyFile })
      expect(await reasonOf(engine)).toBe('unreachable: The client certificate of the hub has expired.')
      writeFileSync(certificateFile, readFileSync(settings.cert))
      writeFileSync(keyFile, readFileSync(settings.key))
      expect(await reasonOf(engine)).toMatch(/^Podman/)
    })

    test('a port that speaks no TLS has a reason', async () => {
      const stranger = createTcpServer((socket) => socket.on('error', () => {}).end('220 mail.example.com\r\n'))
      await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
      const { port } = stranger.address() as AddressInfo
      expect(await reasonOf(engineAt({ ...settings, address: `tcp://localhost:${port}` }))).toMatch(
        /does not speak TLS/,
      )
      stranger.close()
    })
  })

  describe.runIf(hasSshServer())('through SSH', () => {
    let server: TestSshServer
    let settings: RemoteSettings
    const at = (path: string) => `ssh://${server.user}@127.0.0.1:${server.port}${path}`
    beforeAll(async () => {
      server = await startSshServer()
      const { identity, knownHosts } = server
      settings = { address: at(podman.socketPath), identity, knownHosts }
    })
    afterAll(() => server.close())

    test('a container runs and its port is reached through the engine, again after the connection was cut', async () => {
      const engine = engineAt(settings)
      const order = anOrder({ image: podman.image })
      const { address } = await engine.apply(order, inTime())
      expect(address).toEqual({ host: expect.stringMatching(/^127\./), port: expect.any(Number), through: 'hub-1' })
      const fetched = async () => get(await engine.connect!(address!, inTime()))
      await expect.poll(fetched).toBe(greeting)
      server.cut()
      await expect.poll(() => fetched().catch(String), { timeout: 20_000 }).toBe(greeting)
      expect((await engine.inspect(order.name, inTime()))?.address).toEqual(address)
      await engine.remove(order.name, inTime())
      await expect(engine.connect!(address!, inTime())).rejects.toMatchObject({ code: 'unreachable' })
    })

    test('ports are not forwarded where the hub names an address for them', () => {
      expect(engineAt({ ...settings, reach: '127.0.0.9' }).connect).toBeUndefined()
    })

    test.concurrent.each<[string, () => RemoteSettings, RegExp]>([
      ['a host that is not known', () => ({ knownHosts: server.noHosts }), /key of the engine’s host is not known/],
      ['a key that is refused', () => ({ identity: server.stranger }), /refuses the SSH key or the user/],
      ['a key that is not there', () => ({ identity: '/no/such/key' }), /names as identity cannot be read/],
      ['a socket that is not there', () => ({ address: at('/no/such.sock') }), /socket on its host is not there/],
      ['a port where nobody listens', () => ({ address: 'ssh://127.0.0.1:1' }), /No SSH server listens/],
    ])('%s has a reason of its own', async (_what, changed, reason) => {
      expect(await reasonOf(engineAt({ ...settings, ...changed() }))).toMatch(reason)
    })

    test('nothing is left behind when the engine is closed', async () => {
      const engine = engineAt(settings)
      expect(await reasonOf(engine)).toMatch(/^Podman/)
      await engine.close()
      expect(await reasonOf(engine)).toMatch(/^unreachable/)
    })
  })
})

const tls = { address: 'tcp://gpu-1.example.net:2376', cert: '/c', key: '/k', reach: '10.0.0.5' }

test.each<[string, RemoteSettings, string[]]>([
  ['TLS', tls, []],
  ['TLS without an address for ports', { ...tls, reach: undefined as never }, ['reach']],
  ['TLS with ports everywhere', { ...tls, reach: '0.0.0.0' }, ['reach']],
  ['TLS with a path', { ...tls, address: 'tcp://gpu-1.example.net:2376/v1' }, ['address']],
  ['TLS without a key', { ...tls, key: undefined as never }, ['key']],
  ['TLS with known hosts', { ...tls, knownHosts: '/h' }, ['knownHosts']],
  ['SSH', { address: 'ssh://gpu-1.example.net' }, []],
  ['SSH with a certificate', { address: 'ssh://gpu-1.example.net', cert: '/c' }, ['cert']],
  ['SSH with an option for a host', { address: 'ssh://-oProxyCommand=id' }, ['address']],
  ['SSH with an option for a user', { address: 'ssh://-l@host' }, ['address']],
  ['SSH with an expression in the path', { address: 'ssh://host/run/%h.sock' }, ['address']],
  ['SSH at no port', { address: 'ssh://host:0' }, ['address']],
])('settings for %s have their faults named', (_what, settings, paths) => {
  expect(remoteFaults(settings).map(({ path }) => path)).toEqual(paths)
})

test('a host of SSH has the usual socket where none is named', () => {
  expect(remoteHost({ address: 'ssh://me@[::1]:2222' })).toEqual({
    ...{ kind: 'ssh', user: 'me', host: '::1', port: 2_222, socketPath: '/var/run/docker.sock' },
  })
})

test.each([
  ['ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE', 'The engine refuses the client certificate of the hub.'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'The engine refuses the client certificate of the hub.'],
  ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'The engine refuses the client certificate of the hub.'],
  ['ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED', 'The client certificate of the hub has expired.'],
  ['CERT_HAS_EXPIRED', 'The certificate of the engine has expired.'],
])('%s is said in words that can be acted on', (code, reason) => {
  expect(connectionReason({ name: 'Error', message: '', code })).toBe(reason)
})

function get(over: Duplex): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request({ createConnection: () => over as never, path: '/' }, async (response) =>
      resolve((await response.toArray()).join('')),
    )
    asked.on('error', reject).end()
  })
}
