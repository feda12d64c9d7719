import { quietSettings, useService } from '@service/compute-testing/running-service.ts'
import { clientOf } from '@service/foundation-testing/client.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { useStoredEnvironment } from '@service/foundation-testing/database/stored-database.ts'
import { describe, expect, test } from 'vitest'

/** Of the company `acme` in the stored database, with every scope. */
const key = 'svc_B4LeavfXLhznLFAXsM2VHOZmMa4WQvKZaVTnFc0KJ4Z4Rvfyo'
const dump = new URL('../../testing/stored/database-0.1.0.sql.gz', import.meta.url)
/** Nothing of it is old enough to be removed, whenever this runs. */
const settings = {
  COMPUTE_EVENTS_KEPT_FOR: '36500d',
  COMPUTE_USAGE_KEPT_FOR: '36500d',
  COMPUTE_SECRETS_KEYS: `fixture:${Buffer.from('stored-database-fixture-key-0001').toString('base64')}`,
}

type Listed = { deployments: { deployment_id: string; name: string | null; status: string }[] }

/** Written by release 0.1.0, which was killed while one deployment was starting and three ran. */
describe.each(databaseEngines)('a database of release 0.1.0 on $name', (engine) => {
  const environment = useStoredEnvironment(engine, { name: 'compute', settingsIn: quietSettings, dump })
  const service = useService(engine, { environment, settings })
  const client = () => clientOf(service.baseUrl, key)
  const byName = async (name: string) =>
    (await client().get<Listed>('/v1/compute/deployments')).body.deployments.find((one) => one.name === name)

  test('running deployments go on, and starting ones come to run', async () => {
    await expect.poll(async () => (await byName('fix-1'))?.status).toBe('running')
    await expect.poll(async () => (await byName('caught'))?.status).toBe('running')
    expect((await byName('fix-3'))?.status).toBe('stopped')
  })

  test('its deployments can be stopped, and new ones made beside them', async () => {
    const running = await byName('fix-2')
    const stopped = await client().send('POST', `/v1/compute/deployments/${running?.deployment_id}/stop`)
    expect(stopped.body).toMatchObject({ status: 'stopped' })
    const made = await client().send('POST', '/v1/compute/deploy', { gpu_type: 'A100', image: 'sim/ok' })
    expect(made.body).toMatchObject({ status: 'running' })
  })

  test('its usage and events are still counted and listed', async () => {
    expect((await client().get('/v1/usage')).status).toBe(200)
    const running = await byName('fix-1')
    const { body } = await client().get<{ events: unknown[] }>(
      `/v1/compute/deployments/${running?.deployment_id}/events`,
    )
    expect(body.events.length).toBeGreaterThan(1)
  })
})
