/**
 * The program: `main.ts demo` is what `npm start` runs beside the reputation service, `main.ts serve` what
 * `npm run serve` does. This file alone uses the process.
 */
import { ConfigError, type Environment, readTogether } from '@service/foundation/config/config.ts'
import type { RuntimeContext } from '@service/foundation/program/base.ts'
import { renewDemoAccount } from '@service/foundation/program/demo-account.ts'
import { type Demo, runService } from '@service/foundation/program/run-service.ts'
import { openService } from './app.ts'
import { type Config, readConfig, readHubsFileSetting } from './config.ts'
import { demoBanner } from './demo-banner.ts'
import { HubFileError, readHubFile } from './hubs/hubs.ts'

await runService(process, {
  name: 'compute',
  readConfig: readServedConfig,
  ports: ({ host, port, gatewayHost, gatewayPort, gatewayRedirectPort, metricsHost, metricsPort }) => [
    { setting: 'COMPUTE_PORT', host, port },
    { setting: 'COMPUTE_GATEWAY_PORT', host: gatewayHost, port: gatewayPort },
    ...(gatewayRedirectPort === undefined
      ? []
      : [{ setting: 'COMPUTE_GATEWAY_REDIRECT_PORT', host: gatewayHost, port: gatewayRedirectPort }]),
    { setting: 'COMPUTE_METRICS_PORT', host: metricsHost, port: metricsPort },
  ],
  open,
})

async function open(config: Config, context: RuntimeContext, demo: Demo): Promise<void> {
  const service = await openService(config, context)
  const { baseUrl, gatewayUrl, metricsUrl } = service
  if (context.mode === 'demo') {
    const { dataDir } = config
    const account = await renewDemoAccount(service.administration, { dataDir, isKept: demo.isKeyKept })
    await service.whenHubsAreReady() // so that the commands that are printed work
    demo.ready(demoBanner(service, { ...account, engine: await service.engines.describe() }))
  } else context.log.info({ url: baseUrl, gateway: gatewayUrl, metrics: metricsUrl }, 'serving')
}

/** With the file of hubs, so that one error names the faults of both. */
function readServedConfig(env: Environment): Config {
  return readTogether(
    () => readConfig(env),
    () => checkHubFile(readHubsFileSetting(env)),
  )
}

function checkHubFile(path: string | undefined): void {
  if (path === undefined) return
  try {
    readHubFile(path)
  } catch (error) {
    throw error instanceof HubFileError ? new ConfigError([error.message.replaceAll('\n', '\n  ')]) : error
  }
}
