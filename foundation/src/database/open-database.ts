/** Opens the database that the configuration names: a server's if there is an address, else the one in the folder. */
import type { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { openPostgres } from './postgres.ts'

export type DatabaseOptions = {
  /** `postgres://…`; without it the database is embedded, in `folder`. */
  url?: string | undefined
  folder: string
  /** How a server's statistics name this process. */
  applicationName?: string
  /** The largest number of connections to a server. The embedded engine has one. */
  connections?: number
}

export function openDatabase({ url, folder, applicationName, connections }: DatabaseOptions): Promise<Database> {
  if (!url) return openEmbedded(folder)
  return openPostgres({ url, applicationName: applicationName ?? 'service', connections: connections ?? 10 })
}
