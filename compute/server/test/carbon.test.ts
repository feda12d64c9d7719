/** Carbon intensities over HTTP, without any provider: what ships. */

import { newClient, useService } from '@service/compute-testing/running-service.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { describe, expect, test } from 'vitest'

describe.each(featureEngines)('carbon on $name', (engine) => {
  const service = useService(engine)
  const client = beforeTests(() => newClient(service))

  test('a country’s intensity comes with its source, age and scope', async () => {
    const { status, body } = await client.get('/v1/carbon/se')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      country: 'SE',
      zone: 'SE',
      carbon_intensity_gco2_kwh: 21,
      renewable_percentage: 72,
      carbon_score: 'A',
      scope: 'lifecycle',
      basis: 'average',
      method: 'annual-mean',
      source: 'electricity-maps-annual',
      as_of: '2025-12-31T00:00:00.000Z',
      estimated: true,
      credit: expect.stringContaining('ODbL'),
    })
  })

  test('without hourly data the forecast is marked as the annual mean', async () => {
    const { body } = await client.get<{ hours: { carbon_intensity_gco2_kwh: number }[] }>('/v1/carbon/DE/forecast', {
      hours: '6',
    })
    expect(body).toMatchObject({ country: 'DE', method: 'annual-mean', mean_gco2_kwh: 342 })
    expect(body.hours.map((hour) => hour.carbon_intensity_gco2_kwh)).toEqual(Array(6).fill(342))
  })

  test('an unknown country is 404 with how countries and zones are named', async () => {
    for (const path of ['/v1/carbon/ZZ', '/v1/carbon/Sweden', '/v1/carbon/ZZ/forecast']) {
      const { status, body } = await client.get<{ message: string }>(path)
      expect(status).toBe(404)
      expect(body.message).toContain('US-CAL-CISO')
    }
  })

  test('more hours than there are is 400', async () => {
    for (const hours of ['0', '73', '1.5', 'x']) {
      expect((await client.get('/v1/carbon/DE/forecast', { hours })).status).toBe(400)
    }
  })
})
