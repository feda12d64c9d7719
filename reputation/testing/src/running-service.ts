/** The whole service on a real database, listening on free ports, with short excerpts of the lists. */

import { makeDisposer } from '@service/foundation/disposer.ts'
import type { SessionGuard } from '@service/foundation/http/admission.ts'
import { makeReadiness } from '@service/foundation/http/readiness.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { type Accounts, accountsOf } from '@service/foundation-testing/accounts.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import type { TestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { makeTestEnvironment, type TestEnvironment } from '@service/foundation-testing/test-environment.ts'
import type { Service } from '@service/reputation-server/app.ts'
import { readConfig } from '@service/reputation-server/config.ts'
import { migrations } from '@service/reputation-server/migration-folders.ts'
import { openService } from '@service/reputation-server/open-service.ts'

const excerpt = (file: string) => new URL(`../../server/src/lists/formats/fixtures/${file}`, import.meta.url).href

/** Settings that keep a test to itself: free ports, a folder of its own, lists from files, receivers on this machine. */
export const quietSettings = (folder: string): Record<string, string> => ({
  REPUTATION_PORT: '0',
  REPUTATION_METRICS_PORT: '0',
  REPUTATION_DATA_DIR: folder,
  REPUTATION_LOG_LEVEL: 'silent',
  REPUTATION_OFAC_SOURCES: excerpt('ofac/consolidated.xml'),
  REPUTATION_EU_SOURCES: excerpt('eu/xmlFullSanctionsList_1_1.xml'),
  REPUTATION_UN_SOURCES: excerpt('un/consolidated.xml'),
  REPUTATION_OUTBOUND_ALLOW: '127.0.0.0/8',
  REPUTATION_OUTBOUND_HTTP: 'true',
})

export type { TestEnvironment }

export type RunningService = Service & Accounts & { stop(): Promise<void> }

export const newTestEnvironment = (engine: TestEngine): Promise<TestEnvironment> =>
  makeTestEnvironment(engine, { name: 'reputation', migrations, settingsIn: quietSettings })

type Options = {
  /** Go over those of `quietSettings`. */
  settings?: Record<string, string>
  /** Hand the service out before its lists are loaded. */
  cold?: boolean
  /** Where it is to run; an environment that is given is not removed when the service stops. */
  environment?: TestEnvironment
  /** For tests of signed-in people. */
  sessions?: SessionGuard
}

export async function runService(engine: TestEngine, options: Options = {}): Promise<RunningService> {
  const environment = options.environment ?? (await newTestEnvironment(engine))
  const config = readConfig({ ...environment.settings, ...options.settings })
  const log = makeLogger({ level: 'silent', form: 'json' })
  const disposer = makeDisposer(log)
  if (!options.environment) disposer.add('environment', () => environment.remove())
  const service = await openService(config, {
    mode: 'serve',
    log,
    disposer,
    readiness: makeReadiness(),
    now: () => new Date(),
    ...(options.sessions && { sessions: options.sessions }),
  })
    .then(async (service) => {
      await service.startWork()
      return service
    })
    .catch(async (error) => {
      await disposer.close()
      throw error
    })
  if (!options.cold) await service.lists.whenLoaded()
  return { ...service, ...accountsOf(service.administration), stop: () => disposer.close() }
}

/** A service that runs during the tests of the `describe` that calls this. */
export const useService = (engine: TestEngine, options?: Options): RunningService =>
  beforeTests(
    () => runService(engine, options),
    (service) => service.stop(),
  )
