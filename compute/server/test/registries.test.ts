import type { InstanceOrder } from '@service/compute-engines/engine.ts'
import { engineFactories } from '@service/compute-engines/engine-factories.ts'
import { alteredEngine } from '@service/compute-testing/engine/altered-engine.ts'
import { newClient, useService } from '@service/compute-testing/running-service.ts'
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

const login = { username: 'robot', password: 'only:reads-çà' }

describe('registry logins', () => {
  const ordered: InstanceOrder[] = []
  const { simulated } = engineFactories
  const service = useService(fastestEngine, {
    engineFactories: {
      ...engineFactories,
      simulated: {
        ...simulated!,
        async open(...given) {
          const opened = await simulated!.open(...given)
          const engine = alteredEngine(opened.engine, {
            apply(order, ...rest) {
              ordered.push(order)
              return opened.engine.apply(order, ...rest)
            },
          })
          return { ...opened, engine }
        },
      },
    },
  })
  const set = (client: Awaited<ReturnType<typeof newClient>>, registry: string, body: object = login) =>
    client.send('PUT', `/v1/registries/${encodeURIComponent(registry)}`, body)

  test('are taken, listed without their passwords, kept sealed, audited, and removed', async () => {
    const [client, other] = [await newClient(service), await newClient(service)]
    expect(await set(client, 'GHCR.io')).toMatchObject({
      status: 200,
      body: { registry: 'ghcr.io', username: 'robot' },
    })
    expect(await set(client, 'registry-1.docker.io')).toMatchObject({ body: { registry: 'docker.io' } })
    const { body } = await client.get('/v1/registries')
    expect(body).toMatchObject({ registries: [{ registry: 'docker.io' }, { registry: 'ghcr.io' }], next_cursor: null })
    expect((await other.get('/v1/registries')).body).toMatchObject({ registries: [] })

    const { db } = service.administration
    const { rows } = await sql<{ text: string }>`
      select l::text as text from registry_logins l union all select a::text from audit_events a`.execute(db.connection)
    const kept = JSON.stringify([rows, body])
    expect(kept).toContain('registry.set')
    expect(kept).not.toContain('only:reads')

    expect((await other.send('DELETE', '/v1/registries/ghcr.io')).status).toBe(404)
    expect((await client.send('DELETE', '/v1/registries/ghcr.io')).status).toBe(204)
    expect((await client.send('DELETE', '/v1/registries/ghcr.io')).status).toBe(404)
  })

  test.each([
    ['ghcr', login, 'registry must be a host'],
    ['https://ghcr.io', login, 'registry must be a host'],
    ['localhost', login, 'registry must be a host'],
    ['ghcr.io', { ...login, username: 'a:b' }, 'username must have no colon'],
    ['ghcr.io', { ...login, password: 'a\nb' }, 'password must have no control characters'],
    ['ghcr.io', { username: 'robot' }, 'password'],
  ])('for %s with %j are refused', async (registry, body, words) => {
    const response = await set(await newClient(service), registry, body)
    expect(response).toMatchObject({ status: 400, body: { message: expect.stringContaining(words) } })
    expect(JSON.stringify(response.body)).not.toContain('only:reads')
  })

  test('need deployments:write, and stay within their number', async () => {
    const client = await newClient(service)
    const reader = await newClient(service, ['deployments:read'])
    expect((await set(reader, 'ghcr.io')).status).toBe(403)
    for (let n = 0; n < 20; n++) expect((await set(client, `r${n}.example.com`)).status).toBe(200)
    expect(await set(client, 'one.example.com')).toMatchObject({ status: 409 })
    expect(await set(client, 'r7.example.com')).toMatchObject({ status: 200 })
  })

  test('reach the engine with the order of an image of their registry, and no other', async () => {
    const [client, other] = [await newClient(service), await newClient(service)]
    const loginOf = async (by: typeof client, image: string) => {
      const { body } = await by.send<{ deployment_id: string }>('POST', '/v1/compute/deploy', {
        ...{ gpu_type: 'H100', image, wait_seconds: 20 },
      })
      return ordered.findLast(({ deploymentId }) => deploymentId === body.deployment_id)?.registryLogin
    }
    await set(client, 'ghcr.io')
    const first = await loginOf(client, 'ghcr.io/team/app:1')
    expect(first).toEqual({ ...login, id: expect.stringMatching(/^rgl_/) })
    expect(await loginOf(client, 'ghcr.io.example.com/team/app:1')).toBeNull()
    expect(await loginOf(client, 'nginx')).toBeNull()
    expect(await loginOf(other, 'ghcr.io/team/app:1')).toBeNull()
    await set(client, 'ghcr.io', { ...login, password: 'another' })
    const second = await loginOf(client, 'ghcr.io/team/app:1')
    expect(second).toMatchObject({ password: 'another' })
    expect(second?.id).not.toBe(first?.id)
  })
})
