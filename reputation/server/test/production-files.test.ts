/** What docs/production.md has operators take over. */
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { exampleSettings, expectKnownMetrics } from '@service/foundation-testing/production-files.ts'
import { readConfig } from '@service/reputation-server/config.ts'
import { runService } from '@service/reputation-testing/running-service.ts'
import { expect, test } from 'vitest'

test('the example of settings can be used', () => {
  expect(readConfig(exampleSettings('reputation.env'))).toMatchObject({
    publicBaseUrl: 'https://reputation.example.com',
    shutdownDrainMs: 10_000,
  })
})

test('the alert rules name metrics that exist', async () => {
  const service = await runService(fastestEngine, {})
  await expectKnownMetrics('reputation', service.metricsUrl)
  await service.stop()
})
