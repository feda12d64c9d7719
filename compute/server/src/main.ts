/**
 * The program: `main.ts demo` is what `npm start` runs beside the reputation service, `main.ts serve` what
 * `npm run serve` does. This file alone uses the process.
 */
import type { RuntimeContext } from '@service/foundation/program/base.ts'
import { renewDemoAccount } from '@service/foundation/program/demo-account.ts'
import { runService } from '@service/foundation/program/run-service.ts'
import { openService } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { demoBanner } from './demo-banner.ts'

await runService(process, {
  readConfig,
  portSettings: 'COMPUTE_PORT, COMPUTE_GATEWAY_PORT or COMPUTE_METRICS_PORT',
  open,
})

async function open(config: Config, context: RuntimeContext): Promise<void> {
  const service = await openService(config, context)
  const { baseUrl, gatewayUrl, metricsUrl } = service
  if (context.mode === 'demo') {
    const { key } = await renewDemoAccount(service.administration)
    await service.whenHubsAreReady() // so that the commands that are printed work
    console.log(demoBanner(service, { key, engine: await service.engines.describe() }))
  } else context.log.info({ url: baseUrl, gateway: gatewayUrl, metrics: metricsUrl }, 'serving')
}
