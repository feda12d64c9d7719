import type { Administration } from '../administration/administration.ts'
import type { NewId } from '../new-id.ts'
import { type AdminSocket, adminSocketPath, serveAdmin } from './admin-socket.ts'
import type { Command } from './command.ts'
import { runAdmin } from './run-admin.ts'

type Served<Opened extends Administration> = {
  administration: Opened
  newId: NewId
  ownCommands?: readonly Command<Opened>[]
  call?: string
}

/**
 * Lets operators administer a service that runs on the embedded database; see admin-socket.ts. With a database server
 * there is nothing to do, for the command line opens that itself. `undefined` where the data folder's path is too long.
 */
export function serveAdministration<Opened extends Administration>(
  dataFolder: string,
  { administration, newId, ownCommands = [], call }: Served<Opened>,
): Promise<AdminSocket | undefined> {
  const { db } = administration
  if (db.engine !== 'embedded') return Promise.resolve({ close: async () => {} })
  // Commands close what they have opened; the database is the service's.
  const lent: Opened = { ...administration, db: { ...db, close: async () => {} } }
  return serveAdmin(adminSocketPath(dataFolder), (request, output) =>
    runAdmin({ ...request, ...output, ownCommands, newId, ...(call && { call }), open: async () => lent }),
  )
}
