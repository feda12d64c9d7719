/** For tests: Pebble, a real certificate authority that speaks ACME, built by `compute/testing/pebble/build`. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { writeCertificate } from './certificates.ts'

const buildScript = join(dirname(fileURLToPath(import.meta.url)), '../pebble/build')
const program = spawnSync(buildScript, ['--path'], { encoding: 'utf8' }).stdout.trim()

/** For `describe.runIf`. Continuous integration, run as root, has it; elsewhere it is said what is missing. */
export function hasPebble(): boolean {
  if (existsSync(program)) return true
  const reason = 'Pebble is not built: run compute/testing/pebble/build, which takes some seconds'
  if (process.env.CI === 'true' && process.getuid?.() === 0)
    throw new Error(`CI orders certificates of a real authority, and ${reason}.`)
  console.log(`Orders of certificates are left out: ${reason}.`)
  return false
}

type Options = {
  /** Where it looks for proofs, in place of port 80. */
  httpPort: number
  nameServer: string
  /** Accounts need one of these keys, in base64url, by their ids. */
  keys: Record<string, string>
  blockedName: string
}

/** It refuses one request in twenty for its nonce, as it does by itself. This process trusts it from then on. */
export async function startPebble({ httpPort, nameServer, keys, blockedName }: Options) {
  const folder = mkdtempSync(join(tmpdir(), 'pebble-'))
  const { certificateFile, keyFile, certificate } = writeCertificate(folder, { names: ['localhost'] })
  const [port, managementPort] = await freePorts()
  const config = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${managementPort}`,
    certificate: certificateFile,
    privateKey: keyFile,
    httpPort,
    tlsPort: 1,
    externalAccountBindingRequired: true,
    externalAccountMACKeys: keys,
    domainBlocklist: [blockedName],
    retryAfter: { authz: 2, order: 2 },
    keyAlgorithm: 'ecdsa',
    profiles: { default: { description: 'ninety days', validityPeriod: 90 * 86_400 } },
  }
  const file = join(folder, 'pebble.json')
  writeFileSync(file, JSON.stringify({ pebble: config }))
  const pebble = spawn(program, ['-config', file, '-dnsserver', nameServer], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PEBBLE_VA_NOSLEEP: '1' },
  })
  const exited = once(pebble, 'exit')
  const lines: string[] = []
  createInterface(pebble.stdout).on('line', (line) => void lines.push(line))
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, certificate])
  const root = async () => {
    const response = await fetch(`https://localhost:${managementPort}/roots/0`).catch(() => undefined)
    return response?.ok ? response.text() : undefined
  }
  return {
    directory: `https://localhost:${port}/dir`,
    /** What it has written to its log. */
    lines,
    /** The certificate of the root, once it listens. */
    root,
    async close() {
      pebble.kill('SIGKILL')
      await exited
      setDefaultCACertificates(before)
      rmSync(folder, { recursive: true })
    },
  }
}

async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()]
  const ports = await Promise.all(
    servers.map(async (server) => {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as { port: number }
      return port
    }),
  )
  for (const server of servers) server.close()
  return ports as [number, number]
}
