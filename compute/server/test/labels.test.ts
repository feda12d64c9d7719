/** Labels, the filters of the list of deployments, and usage by day and label. */
import { newClient, useService } from '@service/compute-testing/running-service.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

type Usage = { gpu_hours: number; cost_usd: number; gco2: number }
type Shown = { deployment_id: string; labels: Record<string, string>; usage: Usage; status: string; hub: string }
type Body = Shown & {
  deployments: Shown[]
  next_cursor: string | null
  details: { path: string }[]
  days: { day: string; label: string | null; usage: Usage; simulated: Usage }[]
}

const wanted = { gpu_type: 'H100', image: 'sim/ok', wait_seconds: 0 }

describe.each(featureEngines)('labels on $name', (engine) => {
  const service = useService(engine)
  const client = beforeTests(() => newClient(service))
  const deploy = async (more: object) =>
    (await client.send<Body>('POST', '/v1/compute/deploy', { ...wanted, ...more })).body
  const get = <T>(address: string) => {
    const [path = '', query = ''] = address.split('?')
    return client.get<T>(path, Object.fromEntries(new URLSearchParams(query)))
  }
  const idsOf = async (query: string) => {
    const { status, body } = await get<Body>(`/v1/compute/deployments?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.deployments.map(({ deployment_id }) => deployment_id)
  }
  const made = beforeTests(async () => ({
    search: await deploy({ name: 'Chat', region: 'se-north-1', labels: { team: 'search', tier: 'a=b' } }),
    ads: await deploy({ image: 'sim/slow-pull', region: 'fr-north-1', labels: { team: 'ads' } }),
    none: await deploy({ name: '100%_sure' }),
  }))

  test('are kept with the deployment and shown wherever it is', async () => {
    expect(made.search.labels).toEqual({ team: 'search', tier: 'a=b' })
    const { body } = await get<Body>(`/v1/compute/deployments/${made.ads.deployment_id}`)
    expect([body.labels, body.usage.gpu_hours]).toEqual([{ team: 'ads' }, 0])
    expect(made.none.labels).toEqual({})
  })

  test('with names that are none, or values that no page can show, are refused', async () => {
    for (const labels of [{ 'a b': 'x' }, { '-a': 'x' }, { ['a'.repeat(64)]: 'x' }, { a: 'x\u0000' }, { a: 'x\n' }]) {
      const { status, body } = await client.send<Body>('POST', '/v1/compute/deploy', { ...wanted, labels })
      expect([status, body.details[0]?.path], JSON.stringify(labels)).toEqual([
        400,
        expect.stringContaining('body.labels.'),
      ])
    }
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`l${i}`, 'x']))
    expect((await client.send('POST', '/v1/compute/deploy', { ...wanted, labels: many })).status).toBe(400)
  })

  test('narrow the list, as do status, hub and text, page by page', async () => {
    const { search, ads, none } = made
    expect(await idsOf('label=team=search')).toEqual([search.deployment_id])
    expect(await idsOf('label=tier=a=b')).toEqual([search.deployment_id])
    expect(await idsOf('label=team')).toEqual([ads.deployment_id, search.deployment_id])
    expect(await idsOf('label=team,tier')).toEqual([search.deployment_id])
    expect(await idsOf('label=team=nobody')).toEqual([])
    expect(await idsOf('hub=fr-north-1')).toEqual([ads.deployment_id])
    expect(await idsOf('text=SLOW-pull')).toEqual([ads.deployment_id])
    expect(await idsOf('text=chat&hub=se-north-1')).toEqual([search.deployment_id])
    expect(await idsOf(`text=${encodeURIComponent('0%_s')}`)).toEqual([none.deployment_id])
    expect(await idsOf('text=%25')).toEqual([none.deployment_id])
    await expect.poll(() => idsOf('status=running,degraded&label=team=search')).toEqual([search.deployment_id])
    expect(await idsOf('status=failed,stopped')).toEqual([])
    const first = await get<Body>('/v1/compute/deployments?label=team&limit=1')
    const second = await idsOf(`label=team&limit=1&cursor=${first.body.next_cursor}`)
    expect([first.body.deployments[0]?.deployment_id, ...second]).toEqual([ads.deployment_id, search.deployment_id])
    expect((await get('/v1/compute/deployments?status=asleep')).status).toBe(400)
  })

  test('divide the usage by day, whose sums are those of the month', async () => {
    await expect.poll(() => idsOf('status=running&label=team=search')).toHaveLength(1)
    const { connection } = service.administration.db
    // Three days and a half of one GPU, written as the meter writes them.
    await sql`
      insert into usage_segments (allocation_id, run_started_at, from_at, month, deployment_id, company_id, hub_id, delayed_ms,
                                  gpu_type, gpus, price_usd_per_gpu_hour, simulated, metered_until, live, gpu_ms, kwh, gco2,
                                  avoided_gco2)
      select a.allocation_id, '2026-03-10T12:00:00Z', '2026-03-10T12:00:00Z', '2026-03-01', d.deployment_id, d.company_id,
             a.hub_id, 0, 'H100', 1, 2.15, false, '2026-03-14T00:00:00Z', false, 84 * 3600000, 84, 840, 84
        from deployments d join allocations a using (deployment_id)
       where d.deployment_id = ${made.search.deployment_id} limit 1`.execute(connection)
    const { body } = await get<Body>('/v1/usage/days?from=2026-03-01&to=2026-03-31&label=team')
    const shown = body.days.map(({ day, label, usage }) => [day, label, usage.gpu_hours, usage.cost_usd, usage.gco2])
    expect(shown).toEqual([
      ['2026-03-13', 'search', 24, 51.6, 240],
      ['2026-03-12', 'search', 24, 51.6, 240],
      ['2026-03-11', 'search', 24, 51.6, 240],
      ['2026-03-10', 'search', 12, 25.8, 120],
    ])
    const narrow = await get<Body>('/v1/usage/days?from=2026-03-11&to=2026-03-12')
    expect(narrow.body.days.map(({ day, label }) => [day, label])).toEqual([
      ['2026-03-12', null],
      ['2026-03-11', null],
    ])
    const page = await get<Body>('/v1/usage/days?from=2026-03-01&to=2026-03-31&limit=3')
    const rest = await get<Body>(`/v1/usage/days?from=2026-03-01&to=2026-03-31&cursor=${page.body.next_cursor}`)
    expect(rest.body.days.map(({ day }) => day)).toEqual(['2026-03-10'])
    const { body: month } = await get<{ usage: Usage }>('/v1/usage?month=2026-03')
    expect(month.usage).toMatchObject({ gpu_hours: 84, cost_usd: 180.6, gco2: 840 })
    const csv = await fetch(`${service.baseUrl}/v1/usage/days?from=2026-03-10&to=2026-03-10&format=csv`, {
      headers: { Authorization: `Bearer ${client.secret}` },
    })
    expect((await csv.text()).split('\r\n').slice(0, 2)).toEqual([
      'day,label,gpu_hours,cost_usd,energy_kwh,gco2,avoided_gco2,simulated_gpu_hours,simulated_cost_usd,simulated_gco2',
      '2026-03-10,,12,25.8,12,120,12,0,0,0',
    ])
    for (const query of ['from=2026-03-32', 'from=2026-04-01&to=2026-03-01', 'from=2024-01-01&to=2026-01-01']) {
      expect((await get(`/v1/usage/days?${query}`)).status, query).toBe(400)
    }
  })
})
