/** From a request over HTTP to a real container under Podman, and back through the gateway. */
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { type ContainerService, greeting } from '@service/compute-testing/engine/container-service.ts'
import { hasPodman, startTestPodman } from '@service/compute-testing/engine/podman.ts'
import { startTestRegistry } from '@service/compute-testing/engine/registry.ts'
import { newClient, type RunningService, runService } from '@service/compute-testing/running-service.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

type Deployment = { deployment_id: string; status: string; reason: string | null; endpoint: string; message: string }

describe.runIf(hasPodman())('a container under Podman', () => {
  let podman: ContainerService
  let service: RunningService
  let client: Awaited<ReturnType<typeof newClient>>
  beforeAll(async () => {
    podman = await startTestPodman()
    const settings = {
      COMPUTE_ENGINE: 'auto',
      COMPUTE_DOCKER_HOST: podman.socketPath,
      COMPUTE_COUNTRY: 'SE',
      COMPUTE_MEMORY_PER_GPU_MB: '64',
    }
    service = await runService(databaseEngines.at(-1)!, { settings })
    client = await newClient(service)
  })
  afterAll(async () => {
    await service?.stop()
    await podman?.close()
  })

  const deploy = (body: object = {}) =>
    client.send<Deployment>('POST', '/v1/compute/deploy', {
      gpu_type: 'H100',
      region: 'SE',
      sovereignty: 'jurisdiction',
      carbon_aware: true,
      image: podman.image,
      ...body,
    })

  /** By the name alone, wherever that leads on this machine. */
  async function get(endpoint: string): Promise<{ status: number; body: string }> {
    const { port } = new URL(service.gatewayUrl)
    return new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, path: '/', headers: { Host: endpoint } }, async (response) =>
        resolve({ status: response.statusCode!, body: await text(response) }),
      )
        .on('error', reject)
        .end()
    })
  }

  test('runs, is reached by its endpoint, has logs and usage, and stops when asked to', async () => {
    const { status, body } = await deploy({ env: { GREETING: 'hej' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'running', hub: 'local', gpu_nodes: 1, simulated: false, cpu_only: true })
    expect(await get(body.endpoint)).toEqual({ status: 200, body: greeting })

    const path = `/v1/compute/deployments/${body.deployment_id}`
    expect((await client.get(`${path}/metrics`)).body).toMatchObject({
      memory_bytes: expect.any(Number),
      memory_limit_bytes: 64 * 1_048_576,
      simulated: false,
      cpu_only: true,
    })
    expect(podman.command('ps', '--quiet').trim()).not.toBe('')
    expect((await client.send('POST', `${path}/stop`)).body).toMatchObject({ status: 'stopped', reason: 'user' })
    expect(podman.command('ps', '--quiet').trim()).toBe('')
    await expect.poll(async () => (await get(body.endpoint)).status).toBe(503)
    expect((await client.get('/v1/usage')).body).toMatchObject({ gpus_running: 0, used_gpu_hours: expect.any(Number) })
    expect((await client.send('DELETE', path)).status).toBe(204)
    await expect.poll(async () => (await get(body.endpoint)).status).toBe(404)
  })

  test('has its output by stream and line, followed to the end of a job', async () => {
    const command = ['sh', '-c', 'echo out; echo err >&2; sleep 1; echo last']
    const { body } = await deploy({ command, duration_hours: 0.1, wait_seconds: 0 })
    const followed = await client.get(`/v1/compute/deployments/${body.deployment_id}/logs`, { follow: 'true' })
    const lines = followed.text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
    expect(lines.map(({ stream, text }) => `${stream}: ${text}`)).toEqual(
      expect.arrayContaining(['stdout: out', 'stderr: err', 'stdout: last']),
    )
    await expect
      .poll(async () => (await client.get(`/v1/compute/deployments/${body.deployment_id}`)).body)
      .toMatchObject({ status: 'stopped', reason: 'completed' })
  })

  test('is refused for an image inside the operator’s network', async () => {
    const registry = await startTestRegistry(podman.registryPort, podman.rootFolder)
    const response = await deploy({ image: `127.0.0.1:${podman.registryPort}/team/app:1` })
    expect(response.body).toMatchObject({ status: 'failed', reason: 'image_denied' })
    expect(response.body.message).toContain('must not lead to an address inside a network')
    expect(registry.asked(/./)).toBe(0)
    await registry.close()
  })

  test('is not placed on a shared machine when it asks for sovereignty', async () => {
    const response = await deploy({ sovereignty: 'sovereign' })
    expect([response.status, response.body]).toEqual([422, expect.objectContaining({ code: 'no-feasible-hub' })])
  })

  test.each([
    ['an image that is not there', { image: 'localhost/nothing:1' }, 'image_not_found'],
    ['a command that does not exist', { command: ['/no/such/program'] }, 'container_start_failed'],
    [
      'a job that takes too much memory',
      { command: ['dd', 'if=/dev/zero', 'of=/dev/null', 'bs=200M', 'count=1'], duration_hours: 1 },
      'out_of_memory',
    ],
    ['a job that ends badly', { command: ['sh', '-c', 'exit 3'], duration_hours: 1 }, 'exit_code'],
  ])('fails for %s, with a reason and a message', async (_what, body, reason) => {
    const { deployment_id: id } = (await deploy({ ...body, wait_seconds: 5 })).body
    const read = async () => (await client.get<Deployment>(`/v1/compute/deployments/${id}`)).body
    await expect.poll(read).toMatchObject({ status: 'failed', reason })
    expect((await read()).message).toMatch(/\w+ \w+/)
  })
})
