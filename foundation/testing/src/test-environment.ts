import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { fillEmbedded, type TestEngine } from './database/database-engines.ts'

/** A new folder that is gone when the tests of the file, or of the `describe` that calls this, are over. */
export function temporaryFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Where a service keeps its data: what outlives it when it is stopped and started again. */
export type TestEnvironment = { settings: Record<string, string>; remove(): Promise<void> }

/** A folder of its own and a database on the engine, for the service whose settings begin with `name` in capitals. */
export async function makeTestEnvironment(
  engine: TestEngine,
  service: { name: string; migrations: readonly string[]; settingsIn(folder: string): Record<string, string> },
): Promise<TestEnvironment> {
  const folder = mkdtempSync(join(tmpdir(), `${service.name}-`))
  const database = engine.name === 'postgres' ? await engine.create(service.migrations) : undefined
  if (!database) await fillEmbedded(folder, service.migrations)
  const url = database?.options.url
  return {
    settings: { ...service.settingsIn(folder), ...(url && { [`${service.name.toUpperCase()}_DATABASE_URL`]: url }) },
    async remove() {
      await database?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
