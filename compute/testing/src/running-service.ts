/** The whole service on a real database, listening on free ports, with simulated hubs. */
import type { EngineFactories } from '@service/compute-engines/engine-factory.ts'
import type { HubConditions } from '@service/compute-engines/simulated/hub-conditions.ts'
import { openService, type Service } from '@service/compute-server/app.ts'
import { readConfig } from '@service/compute-server/config.ts'
import { migrations } from '@service/compute-server/migration-folders.ts'
import { makeDisposer } from '@service/foundation/disposer.ts'
import type { SessionGuard } from '@service/foundation/http/admission.ts'
import { makeReadiness } from '@service/foundation/http/readiness.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { type Accounts, accountsOf } from '@service/foundation-testing/accounts.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import * as any from '@service/foundation-testing/client.ts'
import type { TestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { makeTestEnvironment, type TestEnvironment } from '@service/foundation-testing/test-environment.ts'

/** Settings that keep a test to itself: free ports, a folder of its own, nothing that really runs. */
export const quietSettings = (folder: string): Record<string, string> => ({
  COMPUTE_PORT: '0',
  COMPUTE_GATEWAY_PORT: '0',
  COMPUTE_METRICS_PORT: '0',
  COMPUTE_DATA_DIR: folder,
  COMPUTE_LOG_LEVEL: 'silent',
  COMPUTE_ENGINE: 'simulated',
})

export type { TestEnvironment }

export type RunningService = Service & Accounts & { stop(): Promise<void> }

export const newTestEnvironment = (engine: TestEngine): Promise<TestEnvironment> =>
  makeTestEnvironment(engine, { name: 'compute', migrations, settingsIn: quietSettings })

type Options = {
  /** Go over those of `quietSettings`. */
  settings?: Record<string, string>
  /** Where it is to run; an environment that is given is not removed when the service stops. */
  environment?: TestEnvironment
  /** For tests of signed-in people. */
  sessions?: SessionGuard
  conditions?: HubConditions
  engineFactories?: EngineFactories
}

/** Resolves once its hubs take deployments. */
export async function runService(engine: TestEngine, options: Options = {}): Promise<RunningService> {
  const environment = options.environment ?? (await newTestEnvironment(engine))
  const config = readConfig({ ...environment.settings, ...options.settings })
  const log = makeLogger({ level: config.logLevel, form: 'json' })
  const disposer = makeDisposer(log)
  if (!options.environment) disposer.add('environment', () => environment.remove())
  const service = await openService(config, {
    mode: 'serve',
    log,
    disposer,
    readiness: makeReadiness(),
    now: () => new Date(),
    ...(options.sessions && { sessions: options.sessions }),
    ...(options.conditions && { conditions: options.conditions }),
    ...(options.engineFactories && { engineFactories: options.engineFactories }),
  }).catch(async (error) => {
    await disposer.close()
    throw error
  })
  await service.whenHubsAreReady()
  return { ...service, ...accountsOf(service.administration), stop: () => disposer.close() }
}

/** A service that runs during the tests of the `describe` that calls this. */
export const useService = (engine: TestEngine, options?: Options): RunningService =>
  beforeTests(
    () => runService(engine, options),
    (service) => service.stop(),
  )

/** A new company with a key of the scopes given. */
export const newClient = (
  service: RunningService,
  scopes: readonly string[] = ['deployments:read', 'deployments:write'],
) => any.newClient(service, scopes)
