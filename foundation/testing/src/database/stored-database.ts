import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { openDatabase } from '@service/foundation/database/open-database.ts'
import { sql } from 'kysely'
import { beforeTests } from '../before-tests.ts'
import { makeTestEnvironment, type TestEnvironment } from '../test-environment.ts'
import type { TestEngine } from './database-engines.ts'

type StoredService = {
  name: string
  settingsIn(folder: string): Record<string, string>
  /** A gzipped dump of tables and rows, made by `pg_dump --inserts` without its settings of the session. */
  dump: URL
}

/** An environment whose database is one that an earlier release of the service has left behind. */
async function openStoredEnvironment(
  engine: TestEngine,
  { name, settingsIn, dump }: StoredService,
): Promise<TestEnvironment> {
  let dataDir = ''
  const environment = await makeTestEnvironment(engine, {
    name,
    migrations: [],
    settingsIn(folder) {
      dataDir = folder
      return settingsIn(folder)
    },
  })
  const url = environment.settings[`${name.toUpperCase()}_DATABASE_URL`]
  const database = await openDatabase({ url, folder: dataDir })
  try {
    await sql.raw(gunzipSync(readFileSync(dump)).toString()).execute(database.connection)
  } finally {
    await database.close()
  }
  return environment
}

/** The same for the tests of the `describe` that calls this. */
export const useStoredEnvironment = (engine: TestEngine, service: StoredService): TestEnvironment =>
  beforeTests(
    () => openStoredEnvironment(engine, service),
    (environment) => environment.remove(),
  )
