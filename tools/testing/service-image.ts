/** The image of the services, built by Podman as the Containerfile says, on a base made from this machine. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { startTestPodman, type TestPodman } from '@service/compute-testing/engine/podman.ts'
import { waitForFolder } from '@service/foundation-testing/database/wait-for-folder.ts'
import { inject } from 'vitest'
import { root } from '../repository.ts'
import { certificates, packNodeBase } from './node-base.ts'

export const baseImage = 'localhost/node-base:1'
export const serviceImage = 'localhost/service:1'

/** What npm has fetched already is not fetched again. */
const npmCache = process.env.npm_config_cache ?? join(homedir(), '.npm')

/** For the hook that calls it. */
export const buildWithinMs = 600_000

/**
 * The path of an archive of both images. The first test file that wants it has it built, while others wait; who works on the
 * tests themselves names one of before in `TEST_SERVICE_IMAGES`.
 */
export async function serviceImageArchive(): Promise<string> {
  if (process.env.TEST_SERVICE_IMAGES) return process.env.TEST_SERVICE_IMAGES
  const { folder } = inject('testDatabases')
  const path = join(folder, 'service-images.tar')
  const lock = await waitForFolder(join(folder, 'service-images.making'), buildWithinMs)
  try {
    if (existsSync(path)) return path
    const podman = await startTestPodman()
    try {
      await buildServiceImage(podman, `${path}.base`)
      await podman.long('save', '--multi-image-archive', '--output', `${path}.new`, serviceImage, baseImage)
    } finally {
      await podman.close()
    }
    renameSync(`${path}.new`, path)
    return path
  } finally {
    lock.release()
  }
}

async function buildServiceImage(podman: TestPodman, archive: string): Promise<void> {
  packNodeBase(archive)
  const environment = ['ENV PATH=/usr/local/bin:/usr/bin:/bin', `ENV NODE_EXTRA_CA_CERTS=${certificates}`]
  await podman.long('import', ...environment.flatMap((line) => ['--change', line]), archive, baseImage)
  rmSync(archive)
  const options = ['--format', 'docker', '--layers=false', '--network', 'host', '--volume', `${npmCache}:/root/.npm`]
  await podman.long('build', ...options, '--build-arg', `BASE=${baseImage}`, '--tag', serviceImage, root)
}

/** The administration's command line in a container, on a database of the test's own; answers what it prints as JSON. */
export function adminIn(podman: TestPodman, service: string, databaseUrl: string) {
  const { folder } = inject('testDatabases')
  const options = ['--rm', '--no-healthcheck', '--volume', `${folder}:${folder}`]
  const settings = ['--env', `${service.toUpperCase()}_DATABASE_URL=${databaseUrl}`]
  return async (...words: string[]) =>
    JSON.parse(await podman.long('run', ...options, ...settings, serviceImage, 'admin', service, ...words, '--json'))
}

/** The secret of a key that may do everything, of a new company. */
export async function firstKey(admin: ReturnType<typeof adminIn>): Promise<string> {
  const limits = ['--requests-per-minute', '1000000', '--monthly-quota', '1000000']
  await admin('company', 'create', 'acme', '--name', 'Acme', ...limits)
  await admin('user', 'create', 'ada@acme.example', '--company', 'acme', '--name', 'Ada', '--role', 'owner')
  const named = ['--company', 'acme', '--user', 'ada@acme.example', '--name', 'First']
  return (await admin('key', 'create', ...named, '--scopes', 'all')).secret
}
