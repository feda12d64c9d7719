import { newClient, useService } from '@service/compute-testing/running-service.ts'
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { describe, expect, test } from 'vitest'

type Deployment = {
  deployment_id: string
  status: string
  reason: string | null
  max_lifetime_hours: number | null
  running_at: string
  ended_at: string
  usage: { gpu_hours: number }
}

const second = 1 / 3_600
const wish = { gpu_type: 'H100', count: 2, image: 'sim/ok' }
const ended = { status: 'stopped', reason: 'max_lifetime' }

describe('a lifetime that the operator has set', () => {
  const service = useService(fastestEngine, { settings: { COMPUTE_MAX_LIFETIME: '1s' } })

  test('ends deployments that run, and says so', async () => {
    const client = await newClient(service)
    const { body } = await client.send<Deployment>('POST', '/v1/compute/deploy', wish)
    const read = () => client.get<Deployment>(`/v1/compute/deployments/${body.deployment_id}`)
    await expect.poll(async () => (await read()).body).toMatchObject({ ...ended, max_lifetime_hours: null })
  })

  test.each(['deploy', 'plan'])('is the most that a request may ask for: %s', async (operation) => {
    const client = await newClient(service)
    const path = `/v1/compute/${operation}`
    const { status, body } = await client.send('POST', path, { ...wish, max_lifetime_hours: 1 })
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { code: 'lifetime-too-long', details: [{ path: 'body.max_lifetime_hours' }] },
    })
    expect((await client.send('POST', path, { ...wish, max_lifetime_hours: second / 2 })).status).toBe(200)
  })
})

describe('a lifetime that the request has set', () => {
  const service = useService(fastestEngine)

  test('ends that deployment alone, and with it its GPUs and its hours', async () => {
    const client = await newClient(service)
    const deploy = (more: object) => client.send<Deployment>('POST', '/v1/compute/deploy', { ...wish, ...more })
    const other = (await deploy({})).body.deployment_id
    const { body } = await deploy({ max_lifetime_hours: second })
    const read = async (id: string) => (await client.get<Deployment>(`/v1/compute/deployments/${id}`)).body
    await expect.poll(() => read(body.deployment_id)).toMatchObject({ ...ended, max_lifetime_hours: second })
    const { running_at: from, ended_at: to } = await read(body.deployment_id)
    expect(Date.parse(to) - Date.parse(from)).toBeGreaterThanOrEqual(1_000)
    expect(await read(other)).toMatchObject({ status: 'running', max_lifetime_hours: null })
    const counted = async () => (await read(body.deployment_id)).usage.gpu_hours
    const hours = await counted()
    expect(hours).toBeGreaterThan(0)
    expect(await counted()).toBe(hours)
    await client.send('POST', `/v1/compute/deployments/${other}/stop`, {})
  })
})
