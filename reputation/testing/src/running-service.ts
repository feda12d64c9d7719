/** The whole service on a real database, listening on free ports, with short excerpts of the lists. */

import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import type { TestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { openForTests, type Running, type RunOptions } from '@service/foundation-testing/running-service.ts'
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

export type RunningService = Running<Service>

export const newTestEnvironment = (engine: TestEngine): Promise<TestEnvironment> =>
  makeTestEnvironment(engine, { name: 'reputation', migrations, settingsIn: quietSettings })

/** `cold`: hand the service out before its lists are loaded. */
type Options = RunOptions & { cold?: boolean }

export const runService = (engine: TestEngine, { cold, ...options }: Options = {}): Promise<RunningService> =>
  openForTests(
    options,
    () => newTestEnvironment(engine),
    async (settings, context) => {
      const service = await openService(readConfig(settings), context)
      await service.startWork()
      if (!cold) await service.lists.whenLoaded()
      return service
    },
  )

/** A service that runs during the tests of the `describe` that calls this. */
export const useService = (engine: TestEngine, options?: Options): RunningService =>
  beforeTests(
    () => runService(engine, options),
    (service) => service.stop(),
  )
