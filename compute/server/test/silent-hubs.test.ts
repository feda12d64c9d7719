/** What the API answers while the engine of a hub does not: in time, and with words for it. */

import type { HubConditions } from '@service/compute-engines/simulated/hub-conditions.ts'
import { newClient, useService } from '@service/compute-testing/running-service.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { describe, expect, test } from 'vitest'

type Deployment = { deployment_id: string; status: string; reason: string | null }

describe.each(databaseEngines)('silent hubs on $name', (engine) => {
  const conditions: HubConditions = new Map()
  const service = useService(engine, { conditions })
  const client = beforeTests(() => newClient(service))

  const deployAt = async (region: string, body: object = {}) =>
    (
      await client.send<Deployment>('POST', '/v1/compute/deploy', {
        gpu_type: 'H100',
        image: 'sim/ok',
        region,
        ...body,
      })
    ).body
  const pathOf = ({ deployment_id: id }: Deployment) => `/v1/compute/deployments/${id}`

  test.each(['unreachable', 'hung'] as const)('an engine that is %s', async (condition) => {
    const hub = condition === 'hung' ? 'fi-south-1' : 'fr-north-1'
    const running = await deployAt(hub)
    expect(running.status).toBe('running')
    conditions.set(hub, { [condition]: true })

    const logs = await client.get(`${pathOf(running)}/logs`)
    expect([logs.status, logs.body]).toEqual([503, expect.objectContaining({ code: 'unavailable' })])
    expect(logs.headers.get('Retry-After')).toBe('10')
    const metrics = await client.get(`${pathOf(running)}/metrics`)
    expect(metrics).toMatchObject({ status: 200, body: { status: 'running', cpu_seconds: null, memory_bytes: null } })

    const starting = await deployAt(hub, { wait_seconds: 1 })
    expect(starting.status).toBe('provisioning')
    const stopping = await client.send('POST', `${pathOf(running)}/stop`, undefined, { wait_seconds: '1' })
    expect(stopping.body).toMatchObject({ status: 'stopping' })
    const deleting = await client.send('DELETE', pathOf(running), undefined, { wait_seconds: '1' })
    expect([deleting.status, deleting.body.status]).toEqual([202, 'stopping'])
    expect((await client.get(pathOf(running))).status).toBe(200)

    conditions.delete(hub)
    await expect.poll(async () => (await client.get(pathOf(running))).body).toMatchObject({ status: 'stopped' })
    await expect.poll(async () => (await client.get(pathOf(starting))).body).toMatchObject({ status: 'running' })
    expect((await client.send('DELETE', pathOf(running))).status).toBe(204)
  })
})
