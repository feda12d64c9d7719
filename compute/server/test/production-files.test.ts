/** What docs/production.md has operators take over. */

import { readConfig } from '@service/compute-server/config.ts'
import { runService } from '@service/compute-testing/running-service.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { exampleSettings, expectKnownMetrics } from '@service/foundation-testing/production-files.ts'
import { expect, test } from 'vitest'

test('the example of settings can be used', () => {
  expect(readConfig(exampleSettings('compute.env'))).toMatchObject({
    publicBaseUrl: 'https://compute.example.com',
    country: 'DE',
  })
})

test('the alert rules name metrics that exist', async () => {
  const service = await runService(databaseEngines[0]!, {})
  await expectKnownMetrics('compute', service.metricsUrl)
  await service.stop()
})
