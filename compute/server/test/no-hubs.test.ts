/** A service that was given no hubs, or whose engine is gone: it never makes any up. */
import { newClient, newTestEnvironment, runService } from '@service/compute-testing/running-service.ts'
import { clientOf } from '@service/foundation-testing/client.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { describe, expect, test } from 'vitest'

type Deployment = { deployment_id: string; status: string }

const order = { gpu_type: 'H100', count: 1, region: 'global', image: 'sim/ok' }
const ready = (baseUrl: string, query = '') => fetch(`${baseUrl}/readyz${query}`)

describe.each([
  ['a country', { COMPUTE_COUNTRY: 'SE' }, ['local'], 'No Docker or Podman responds. Start one'],
  ['no country', {}, [], 'Set COMPUTE_COUNTRY'],
])('without an engine that responds, with %s', (_, settings, hubIds, toDo) => {
  test('the service starts, is not ready, and says what to do', async () => {
    const service = await runService(databaseEngines[0]!, {
      settings: { COMPUTE_ENGINE: 'auto', COMPUTE_DOCKER_HOST: '/nowhere/docker.sock', ...settings },
    })
    try {
      const client = await newClient(service)
      for (const query of ['', '?capability=deployments', '?capability=gateway']) {
        const response = await ready(service.baseUrl, query)
        expect(response.status, query).toBe(503)
        expect(await response.json()).toMatchObject({
          details: [{ path: 'hubs', message: expect.stringContaining(toDo) }],
        })
      }
      for (const path of ['/v1/compute/deploy', '/v1/compute/plan']) {
        const { status, headers, body } = await client.send('POST', path, order)
        expect(status).toBe(503)
        expect(headers.get('Retry-After')).toBe('60')
        expect(body).toMatchObject({ code: 'unavailable', message: expect.stringContaining(toDo) })
      }
      const { hubs } = (await client.get<{ hubs: { hub: string; simulated: boolean }[] }>('/v1/hubs')).body
      expect(hubs.map(({ hub }) => hub)).toEqual(hubIds)
      expect(hubs.some(({ simulated }) => simulated)).toBe(false)
      expect((await client.get<{ prices: object[] }>('/v1/pricing')).body.prices.length).toBeGreaterThan(0)
      expect((await client.get('/v1/regions')).status).toBe(200)
    } finally {
      await service.stop()
    }
  })
})

test('a simulation that is still alive can be read and stopped, and nothing new is placed', async () => {
  const environment = await newTestEnvironment(databaseEngines[0]!)
  const first = await runService(databaseEngines[0]!, { environment })
  const { secret, ...client } = await newClient(first)
  const path = '/v1/compute/deployments'
  const id = (await client.send<Deployment>('POST', '/v1/compute/deploy', order)).body.deployment_id
  await first.stop()

  const service = await runService(databaseEngines[0]!, { environment, settings: { COMPUTE_ENGINE: 'auto' } })
  try {
    const client = clientOf(service.baseUrl, secret)
    expect((await ready(service.baseUrl)).status).toBe(503)
    expect((await client.get<Deployment>(`${path}/${id}`)).body).toMatchObject({ status: 'running', simulated: true })
    expect((await client.send('POST', '/v1/compute/deploy', order)).body).toMatchObject({
      message: expect.stringContaining('Stop them with COMPUTE_ENGINE=simulated'),
    })
    expect((await client.send<Deployment>('POST', `${path}/${id}/stop`)).body.status).toBe('stopped')
  } finally {
    await service.stop()
    await environment.remove()
  }
})
