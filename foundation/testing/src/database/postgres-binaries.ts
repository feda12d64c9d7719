/** Finds the programs of a PostgreSQL server on this machine. */
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const debianRoot = '/usr/lib/postgresql'

/** The folder that holds `initdb` and `postgres`, the newest version first, or `undefined` where there is none. */
export function findPostgresBinaries(env: Record<string, string | undefined>): string | undefined {
  const versions = existsSync(debianRoot) ? readdirSync(debianRoot).map(Number).filter(Boolean) : []
  const packaged = versions.sort((a, b) => b - a).map((version) => join(debianRoot, String(version), 'bin'))
  const candidates = [...(env.PATH ?? '').split(delimiter), ...packaged]
  return candidates.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}
