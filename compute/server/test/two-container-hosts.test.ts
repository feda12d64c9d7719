/** One process that serves two Podman services, each as a hub of its own. */
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { type ContainerService, greeting } from '@service/compute-testing/engine/container-service.ts'
import { hasPodman, startTestPodman } from '@service/compute-testing/engine/podman.ts'
import { type TestHubFile, writeHubFile } from '@service/compute-testing/hub-file.ts'
import { newClient, type RunningService, runService } from '@service/compute-testing/running-service.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

type Deployment = { deployment_id: string; status: string; hub: string; endpoint: string }

describe.runIf(hasPodman())('two container hosts at two addresses', () => {
  let north: ContainerService
  let south: ContainerService
  let hubFile: TestHubFile
  let service: RunningService
  let client: Awaited<ReturnType<typeof newClient>>
  beforeAll(async () => {
    ;[north, south] = await Promise.all([startTestPodman(), startTestPodman()])
    hubFile = writeHubFile({
      north: { kind: 'docker', address: north.socketPath, memoryPerGpuMb: 64 },
      south: { kind: 'docker', address: `unix://${south.socketPath}`, memoryPerGpuMb: 96 },
    })
    service = await runService(databaseEngines.at(-1)!, { settings: { COMPUTE_HUBS_FILE: hubFile.path } })
    client = await newClient(service)
  })
  afterAll(async () => {
    await service?.stop()
    hubFile?.remove()
    await Promise.all([north?.close(), south?.close()])
  })

  const deploy = (region: string) =>
    client.send<Deployment>('POST', '/v1/compute/deploy', { gpu_type: 'H100', region, image: north.image })
  const containersOf = (host: ContainerService) => host.command('ps', '--quiet').split('\n').filter(Boolean).length

  async function get(endpoint: string): Promise<string> {
    const { port } = new URL(service.gatewayUrl)
    return new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, path: '/', headers: { Host: endpoint } }, async (response) =>
        resolve(await text(response)),
      )
        .on('error', reject)
        .end()
    })
  }

  test('each runs its own deployments by its own settings, and the gateway reaches both', async () => {
    const [first, second] = await Promise.all([deploy('north'), deploy('south')])
    expect([first.body, second.body]).toMatchObject([
      { status: 'running', hub: 'north' },
      { status: 'running', hub: 'south' },
    ])
    expect([containersOf(north), containersOf(south)]).toEqual([1, 1])
    expect(await Promise.all([get(first.body.endpoint), get(second.body.endpoint)])).toEqual([greeting, greeting])
    const limits = await Promise.all(
      [first, second].map(({ body }) =>
        client.get<{ memory_limit_bytes: number }>(`/v1/compute/deployments/${body.deployment_id}/metrics`),
      ),
    )
    expect(limits.map(({ body }) => body.memory_limit_bytes)).toEqual([64 * 1_048_576, 96 * 1_048_576])

    await client.send('POST', `/v1/compute/deployments/${first.body.deployment_id}/stop`)
    expect([containersOf(north), containersOf(south)]).toEqual([0, 1])
  })

  test('the loss of one leaves the other running', async () => {
    await north.kill()
    expect((await deploy('south')).body).toMatchObject({ status: 'running', hub: 'south' })
    await north.start()
  })

  test('two hubs at one address are refused at the start', async () => {
    const file = writeHubFile({
      east: { kind: 'docker', address: south.socketPath },
      west: { kind: 'docker', address: `unix://${south.socketPath}` },
    })
    await expect(runService(databaseEngines.at(-1)!, { settings: { COMPUTE_HUBS_FILE: file.path } })).rejects.toThrow(
      'The hubs east and west have the same engine',
    )
    file.remove()
  })
})
