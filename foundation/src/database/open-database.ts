/** Opens the database that the configuration names: a server's if there is an address, else the one in the folder. */
import type { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { openPostgres, type Patience } from './postgres.ts'

export type DatabaseOptions = {
  /** `postgres://…`; without it the database is embedded, in `folder`. */
  url?: string | undefined
  folder: string
  /** Where the operator names the server: `REPUTATION_DATABASE_URL`. */
  setting?: string
  /** How a server's statistics name this process. */
  applicationName?: string
  /** The largest number of connections to a server. The embedded engine has one. */
  connections?: number
} & Patience

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, folder, setting, applicationName, connections, ...patience } = options
  if (!url) return openEmbedded(folder)
  try {
    return await openPostgres({
      url,
      applicationName: applicationName ?? 'service',
      connections: connections ?? 10,
      ...patience,
    })
  } catch (cause) {
    throw new Error(`${named(url)}${setting ? `, which ${setting} names,` : ''} cannot be used.`, { cause })
  }
}

/** Without the account and its password. */
function named(url: string): string {
  const { host, pathname } = new URL(url)
  return `The database ${decodeURIComponent(pathname.slice(1))} at ${host || 'its usual socket'}`.replace('  ', ' ')
}
