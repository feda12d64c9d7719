/** Two services on one PostgreSQL: whichever is asked, the same is so. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  newClient,
  newTestEnvironment,
  type RunningService,
  runService,
} from '@service/compute-testing/running-service.ts'
import { clientOf } from '@service/foundation-testing/client.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import type { TestEnvironment } from '@service/foundation-testing/test-environment.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const servers = databaseEngines.filter(({ name }) => name === 'postgres')

describe.each(servers)('two services on one $name', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'compute-second-'))
  let environment: TestEnvironment
  let services: [RunningService, RunningService]
  beforeAll(async () => {
    environment = await newTestEnvironment(engine)
    const first = await runService(engine, { environment })
    services = [first, await runService(engine, { environment, settings: { COMPUTE_DATA_DIR: folder } })]
  })
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()))
    await environment.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a deployment of one is read, followed and stopped by the other, and an idempotency key makes one deployment at both', async () => {
    const here = await newClient(services[0])
    const there = clientOf(services[1].baseUrl, here.secret)
    const body = { gpu_type: 'H100', image: 'sim/ok', region: 'eu' }
    const key = { 'Idempotency-Key': 'at-both' }
    const responses = await Promise.all(
      [here, there, here, there].map((client) =>
        client.send<{ deployment_id: string }>('POST', '/v1/compute/deploy', body, {}, key),
      ),
    )
    const made = new Set(responses.filter(({ status }) => status === 200).map(({ body }) => body.deployment_id))
    expect(made.size).toBe(1)
    const [id] = [...made]
    const path = `/v1/compute/deployments/${id}`
    expect((await there.get(path)).body).toMatchObject({ status: 'running' })
    const [followed, stopped] = await Promise.all([
      here.get(`${path}/logs`, { follow: 'true' }),
      there.send('POST', `${path}/stop`),
    ])
    expect(followed.text).toContain('simulated')
    expect(stopped.body).toMatchObject({ status: 'stopped' })
    expect((await here.get(path)).body).toMatchObject({ status: 'stopped' })
  })

  test('many requests at both take no GPU twice', async () => {
    const here = await newClient(services[0])
    const there = clientOf(services[1].baseUrl, here.secret)
    const body = { gpu_type: 'H200', image: 'sim/ok', region: 'se-north-1', count: 8, wait_seconds: 0 }
    const free = async () => {
      const { gpus } = (await here.get<{ gpus: { gpu_type: string; free: number }[] }>('/v1/hubs/se-north-1')).body
      return gpus.find(({ gpu_type: type }) => type === 'H200')!.free
    }
    const before = await free()
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? here : there).send('POST', '/v1/compute/deploy', body)),
    )
    const placed = responses.filter(({ status }) => status === 200).length
    expect(placed).toBe(before / 8)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(20 - placed)
    expect(await free()).toBe(0)
  })
})
