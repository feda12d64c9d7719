import { newClient, useService } from '@service/compute-testing/running-service.ts'
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { describe, expect, test } from 'vitest'

describe('a lifetime that the operator has set', () => {
  const service = useService(fastestEngine, { settings: { COMPUTE_MAX_LIFETIME: '1s' } })

  test('ends deployments that run, and says so', async () => {
    type Deployment = { deployment_id: string; status: string; reason: string | null }
    const client = await newClient(service)
    const wish = { gpu_type: 'H100', image: 'sim/ok' }
    const { body } = await client.send<Deployment>('POST', '/v1/compute/deploy', wish)
    const read = () => client.get<Deployment>(`/v1/compute/deployments/${body.deployment_id}`)
    await expect.poll(async () => (await read()).body).toMatchObject({ status: 'stopped', reason: 'max_lifetime' })
  })
})
