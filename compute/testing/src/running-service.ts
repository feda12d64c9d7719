/** The whole service on a real database, listening on free ports, with simulated hubs. */
import type { EngineFactories } from '@service/compute-engines/engine-factory.ts'
import type { HubConditions } from '@service/compute-engines/simulated/hub-conditions.ts'
import { openService, type Service } from '@service/compute-server/app.ts'
import { readConfig } from '@service/compute-server/config.ts'
import { migrations } from '@service/compute-server/migration-folders.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { newClient as newClientWithScopes } from '@service/foundation-testing/client.ts'
import type { TestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { openForTests, type Running, type RunOptions } from '@service/foundation-testing/running-service.ts'
import { makeTestEnvironment, type TestEnvironment } from '@service/foundation-testing/test-environment.ts'

/** Settings that keep a test to itself: free ports, a folder of its own, nothing that really runs. */
export const quietSettings = (folder: string): Record<string, string> => ({
  COMPUTE_PORT: '0',
  COMPUTE_GATEWAY_PORT: '0',
  COMPUTE_METRICS_PORT: '0',
  COMPUTE_DATA_DIR: folder,
  COMPUTE_LOG_LEVEL: 'silent',
  COMPUTE_ENGINE: 'simulated',
  // Receivers of tests are on this machine.
  COMPUTE_OUTBOUND_ALLOW: '127.0.0.0/8',
  COMPUTE_OUTBOUND_HTTP: 'true',
  // Nobody listens there.
  COMPUTE_DNS_SERVERS: '127.0.0.1:9',
})

export type RunningService = Running<Service>

export const newTestEnvironment = (engine: TestEngine): Promise<TestEnvironment> =>
  makeTestEnvironment(engine, { name: 'compute', migrations, settingsIn: quietSettings })

type Options = RunOptions & { conditions?: HubConditions; engineFactories?: EngineFactories }

/** Resolves once its hubs take deployments. */
export const runService = (
  engine: TestEngine,
  { conditions, engineFactories, ...options }: Options = {},
): Promise<RunningService> =>
  openForTests(
    options,
    () => newTestEnvironment(engine),
    async (settings, context) => {
      const simulation = { ...(conditions && { conditions }), ...(engineFactories && { engineFactories }) }
      const service = await openService(readConfig(settings), { ...context, ...simulation })
      await service.whenHubsAreReady()
      return service
    },
  )

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
) => newClientWithScopes(service, scopes)
