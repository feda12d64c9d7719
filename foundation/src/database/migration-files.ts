/** The migrations that this version of the program brings: `.sql` files, each with its reason in a comment at the top. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Migration = { name: string; sql: string; checksum: string }

/** The tables of the foundation, which every service's own come after. */
export const foundationMigrations = fileURLToPath(new URL('../migrations/', import.meta.url))

const namePattern = /^\d{4}_[a-z0-9_]+\.sql$/

/** In the order to run in: folder by folder as given, and by name within each. */
export function readMigrations(folders: readonly string[]): Migration[] {
  const migrations = folders.flatMap(readFolder)
  const names = new Set<string>()
  for (const { name } of migrations) {
    if (names.has(name)) throw new Error(`Two migrations are named ${name}: names are what the database remembers.`)
    names.add(name)
  }
  return migrations
}

function readFolder(folder: string): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => {
    if (!namePattern.test(name)) throw new Error(`A migration is named like 0001_companies.sql, not ${name}`)
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    if (!sql.startsWith('-- '))
      throw new Error(`Migration ${name} does not begin with a comment that gives its reason.`)
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}
