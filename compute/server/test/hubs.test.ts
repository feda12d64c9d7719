/** Hubs, regions and prices over HTTP. */

import { newClient, useService } from '@service/compute-testing/running-service.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { describe, expect, test } from 'vitest'

type Pool = { gpu_type: string; total: number; free: number; price_usd_per_gpu_hour: number }
type Hub = { hub: string; country: string; state: string; simulated: boolean; carbon_score: string; gpus: Pool[] }

describe.each(featureEngines)('hubs on $name', (engine) => {
  const service = useService(engine)
  const client = beforeTests(() => newClient(service))
  const hubs = async (query: Record<string, string> = {}) =>
    (await client.get<{ hubs: Hub[]; next_cursor: string | null }>('/v1/hubs', query)).body

  test('every hub has its free GPUs, prices and carbon intensity, and is marked as simulated', async () => {
    const { hubs: all, next_cursor: nextCursor } = await hubs()
    expect(all.length).toBeGreaterThan(10)
    expect(nextCursor).toBeNull()
    for (const hub of all) {
      expect(hub).toMatchObject({ simulated: true, carbon_score: expect.stringMatching(/^[A-F]$/) })
      for (const { price_usd_per_gpu_hour: price, free, total } of hub.gpus) {
        expect(price).toBeGreaterThanOrEqual(1.4)
        expect(price).toBeLessThanOrEqual(2.35)
        expect(free).toBeLessThanOrEqual(total)
      }
    }
  })

  test('hubs are listed in pages, by region and by type of GPU', async () => {
    const first = await hubs({ limit: '5' })
    const second = await hubs({ limit: '5', cursor: first.next_cursor! })
    const ids = [...first.hubs, ...second.hubs].map(({ hub }) => hub)
    expect(ids).toEqual([...new Set(ids)].sort())
    expect((await hubs({ region: 'nordics' })).hubs.map(({ country }) => country).sort()).toEqual([
      'FI',
      'IS',
      'NO',
      'SE',
    ])
    expect(
      (await hubs({ gpu_type: 'nvidia h200' })).hubs.every(({ gpus }) => gpus.some((g) => g.gpu_type === 'H200')),
    ).toBe(true)
    expect((await hubs({ region: 'SE-North-1' })).hubs.map(({ hub }) => hub)).toEqual(['se-north-1'])
    expect((await client.get('/v1/hubs', { region: 'atlantis' })).body).toMatchObject({
      details: [{ path: 'query.region', message: expect.stringContaining('eu, eea, nordics') }],
    })
  })

  test('a deployment takes GPUs, and its end gives them back', async () => {
    const freeAt = async (id: string) =>
      (await client.get<Hub>(`/v1/hubs/${id}`)).body.gpus.find(({ gpu_type: type }) => type === 'H200')!.free
    const before = await freeAt('se-north-1')
    const { body } = await client.send<{ deployment_id: string }>('POST', '/v1/compute/deploy', {
      gpu_type: 'H200',
      count: 3,
      region: 'se-north-1',
      image: 'sim/ok',
    })
    expect(await freeAt('se-north-1')).toBe(before - 3)
    await client.send('POST', `/v1/compute/deployments/${body.deployment_id}/stop`)
    expect(await freeAt('se-north-1')).toBe(before)
    expect((await client.get('/v1/hubs/nowhere')).status).toBe(404)
  })

  test('regions have the carbon intensities of their hubs', async () => {
    type Region = { region: string; hubs: number; carbon_intensity_gco2_kwh: number; cleanest_hub: { hub: string } }
    const { regions } = (await client.get<{ regions: Region[] }>('/v1/regions')).body
    const of = (id: string) => regions.find(({ region }) => region === id)!
    expect(regions.slice(0, 5).map(({ region }) => region)).toEqual(['eu', 'eea', 'nordics', 'us', 'global'])
    expect(of('SE').carbon_intensity_gco2_kwh).toBeLessThan(of('PL').carbon_intensity_gco2_kwh)
    expect(of('eu')).toMatchObject({ simulated: true, hubs: expect.any(Number), cleanest_hub: { hub: 'se-north-1' } })
  })

  test('prices lie in the promised range, and can be narrowed to a region', async () => {
    type Price = { gpu_type: string; lowest_usd_per_gpu_hour: number | null; cheapest_hub: string | null; hubs: number }
    const { prices } = (await client.get<{ prices: Price[] }>('/v1/pricing')).body
    expect(prices.length).toBeGreaterThan(10)
    const [h100] = (await client.get<{ prices: Price[] }>('/v1/pricing', { gpu_type: 'h100', region: 'US' })).body
      .prices
    expect(h100).toMatchObject({ gpu_type: 'H100', simulated: true, cheapest_hub: expect.stringMatching(/^us-/) })
  })
})
