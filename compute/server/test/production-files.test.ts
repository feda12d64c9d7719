/** What docs/production.md has operators take over. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@service/compute-server/config.ts'
import { writeCertificate } from '@service/compute-testing/certificates.ts'
import { runService } from '@service/compute-testing/running-service.ts'
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { exampleSettings, expectKnownMetrics } from '@service/foundation-testing/production-files.ts'
import { expect, test } from 'vitest'

test('the example of settings can be used', () => {
  expect(readConfig(exampleSettings('compute.env'))).toMatchObject({
    publicBaseUrl: 'https://compute.example.com',
    country: 'DE',
  })
})

test('the alert rules name metrics that exist', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  const { certificateFile, keyFile } = writeCertificate(folder, { names: ['*.localhost'] })
  const service = await runService(fastestEngine, {
    settings: { COMPUTE_GATEWAY_TLS_CERTIFICATE: certificateFile, COMPUTE_GATEWAY_TLS_KEY: keyFile },
  })
  await expectKnownMetrics('compute', service.metricsUrl)
  await service.stop()
  rmSync(folder, { recursive: true })
})
