/** The folder `deploy/compose`, with the reader of Docker Compose, a real PostgreSQL, and containers as it describes them. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { hasPodman, startTestPodman, type TestPodman } from '@service/compute-testing/engine/podman.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { postgres } from '@service/foundation-testing/database/database-engines.ts'
import { temporaryFolder } from '@service/foundation-testing/test-environment.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { root } from './repository.ts'
import { deployTool, hasDeployTools } from './testing/deploy-tools.ts'
import { buildWithinMs, serviceImage, serviceImageArchive } from './testing/service-image.ts'

const { binaries, folder: postgresFolder } = inject('testDatabases')

type Composed = {
  command: string[]
  read_only: boolean
  cap_drop: string[]
  security_opt: string[]
  tmpfs: string[]
  environment: Record<string, string>
  secrets: { source: string; target: string }[]
}

const folder = temporaryFolder('compose-')
cpSync(join(root, 'deploy/compose'), folder, { recursive: true })
const at = (...parts: string[]) => join(folder, ...parts)
const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const { PATH = '', HOME = '' } = process.env
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${binaries ?? ''}:${PATH}`, HOME, ...env },
  })
  return { status, stdout, stderr }
}
const psql = (statement: string) => {
  const words = ['--username', 'postgres', '--no-align', '--tuples-only', '--command', statement]
  const { status, stdout, stderr } = run('psql', words, { PGHOST: postgresFolder })
  expect(status, stderr).toBe(0)
  return stdout.trim()
}
const secret = (name: string) => readFileSync(at('secrets', name), 'utf8').trim()

describe('make-secrets', () => {
  test('makes each secret once, in a folder that only its owner looks into', () => {
    expect(run('./make-secrets', [])).toEqual({ status: 0, stdout: '', stderr: '' })
    const [password, keys] = [secret('reputation-database-password'), secret('compute-keys')]
    expect(statSync(at('secrets')).mode & 0o777).toBe(0o700)
    expect(statSync(at('secrets/compute-keys')).mode & 0o777).toBe(0o644)
    expect(secret('reputation-database-url')).toBe(`postgres://reputation:${password}@postgres:5432/reputation`)
    expect(Buffer.from(keys.replace('k1:', ''), 'base64')).toHaveLength(32)
    expect(run('./make-secrets', []).status).toBe(0)
    expect([secret('reputation-database-password'), secret('compute-keys')]).toEqual([password, keys])
  })

  test.each([
    ['is missing', undefined],
    ['fails', '#!/bin/sh\nexit 1\n'],
  ])('writes nothing where openssl %s', (_what, program) => {
    const here = temporaryFolder('secrets-')
    cpSync(join(root, 'deploy/compose/make-secrets'), join(here, 'make-secrets'))
    for (const name of ['dirname', 'mkdir', 'cat']) {
      const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim()
      symlinkSync(found, join(here, name))
    }
    if (program) writeFileSync(join(here, 'openssl'), program, { mode: 0o755 })
    const { status } = spawnSync('/bin/sh', [join(here, 'make-secrets')], { env: { PATH: here } })
    expect(status).toBe(1)
    expect(existsSync(join(here, 'secrets')) ? readdirSync(join(here, 'secrets')) : []).toEqual([])
  })
})

describe.runIf(hasDeployTools())('compose.yaml', () => {
  test('names what is missing, and is read with the example of settings', () => {
    expect(run(deployTool('compose'), ['compose.yaml']).stderr).toMatch(/required variable IMAGE is missing a value/)
    const { services } = compose()
    expect(Object.keys(services).sort()).toEqual(['compute', 'postgres', 'proxy', 'reputation'])
    for (const [name, { environment, secrets }] of Object.entries(services)) {
      const files = Object.entries(environment ?? {}).filter(([setting]) => setting.endsWith('_FILE'))
      const mounted = (secrets ?? []).map(({ target }) => target)
      for (const [setting, path] of files) expect(mounted, `${name} ${setting}`).toContain(path)
    }
  })
})

function compose(): { services: Record<string, Composed>; secrets: Record<string, { file: string }> } {
  cpSync(at('example.env'), at('.env'))
  const { status, stdout, stderr } = run(deployTool('compose'), ['compose.yaml'])
  expect(status, stderr).toBe(0)
  return JSON.parse(stdout)
}

const hasCaddy = (): boolean => {
  if (!spawnSync('caddy', ['version']).error) return true
  if (process.env.CI === 'true') throw new Error('CI tests the settings of the proxy, and caddy was not found.')
  console.log('No caddy found: the settings of the proxy are not tested. Debian has it in the package caddy.')
  return false
}

test.runIf(hasCaddy())('the proxy leads each name to its port', () => {
  mkdirSync(at('certificates'))
  const files = ['-keyout', 'certificates/key.pem', '-out', 'certificates/fullchain.pem']
  run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=apps', '-days', '2', ...files])
  const caddyfile = readFileSync(at('Caddyfile'), 'utf8').replaceAll('/certificates', at('certificates'))
  writeFileSync(at('Caddyfile.here'), caddyfile)
  const names = { REPUTATION_DOMAIN: 'reputation.test', COMPUTE_DOMAIN: 'compute.test', APPS_DOMAIN: 'apps.test' }
  const settings = ['--config', 'Caddyfile.here', '--adapter', 'caddyfile']
  const validated = run('caddy', ['validate', ...settings], names)
  expect(validated.status, validated.stderr).toBe(0)
  const { apps } = JSON.parse(run('caddy', ['adapt', ...settings], names).stdout)
  const routes: { match: [{ host: string[] }]; handle: object[] }[] = apps.http.servers.srv0.routes
  const led = routes.map(({ match, handle }) => [
    match[0].host[0],
    /127\.0\.0\.1:\d+/.exec(JSON.stringify(handle))?.[0],
  ])
  expect(Object.fromEntries(led)).toEqual({
    'reputation.test': '127.0.0.1:4000',
    'compute.test': '127.0.0.1:4100',
    '*.apps.test': '127.0.0.1:4101',
  })
})

describe.runIf(hasPodman() && hasDeployTools() && binaries)('the services as composed', () => {
  const podman = beforeTests<TestPodman>(startTestPodman, (podman) => podman.close())
  const server = beforeTests(
    () => postgres.create([]),
    (database) => database.drop(),
  )

  beforeAll(async () => {
    await podman.long('load', '--input', await serviceImageArchive())
    run('./make-secrets', [])
    chmodSync(at('secrets'), 0o755)
    expect(server.engine).toBe('postgres') // which runs from here on
    const made = run('./make-databases.sh', [], { PGHOST: postgresFolder, SECRETS: at('secrets') })
    expect(made.status, made.stderr).toBe(0)
  }, buildWithinMs)
  afterAll(async () => {
    for (const name of ['reputation', 'compute']) {
      await podman.long('rm', '--force', '--time', '0', '--ignore', name)
      psql(`drop database ${name} with (force)`)
      psql(`drop role ${name}`)
    }
  })

  test.each(['reputation', 'compute'])(
    '%s is alive, with its secrets from files, on the database made for it',
    async (name) => {
      const { services, secrets } = compose()
      const { command, ...service } = services[name]!
      const mounts = service.secrets.map(({ source, target }) => {
        if (source.endsWith('-url')) writeFileSync(secrets[source]!.file, throughSocket(secret(source)))
        return `${secrets[source]!.file}:${target}:ro`
      })
      const options = [
        ...(service.read_only ? ['--read-only'] : []),
        ...service.cap_drop.flatMap((capability) => ['--cap-drop', capability]),
        ...service.security_opt.flatMap((option) => ['--security-opt', option.replace(':true', '')]),
        ...service.tmpfs.flatMap((path) => ['--tmpfs', path]),
        ...Object.entries(service.environment).flatMap(([setting, value]) => ['--env', `${setting}=${value}`]),
        ...[...mounts, `${postgresFolder}:${postgresFolder}`].flatMap((mount) => ['--volume', mount]),
      ]
      await podman.long(
        'run',
        '--detach',
        '--name',
        name,
        '--no-healthcheck',
        '--log-driver',
        'k8s-file',
        ...options,
        serviceImage,
        ...command,
      )
      const isAlive = () => {
        try {
          return podman.command('exec', name, 'node', '/app/tools/container.mjs', 'health')
        } catch {
          return podman.command('logs', name).slice(-2_000)
        }
      }
      await expect.poll(isAlive, { timeout: 120_000, interval: 200 }).toBe('')
      expect(psql(`select pg_get_userbyid(datdba) from pg_database where datname = '${name}'`)).toBe(name)
    },
  )
})

/** The same database, by the socket of the server of the tests. */
function throughSocket(text: string): string {
  const url = new URL(text)
  return `postgres://${url.username}:${url.password}@localhost${url.pathname}?host=${encodeURIComponent(postgresFolder)}`
}
