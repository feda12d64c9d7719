import type { Command } from '../admin/admin.ts'
import { serveAdministration } from '../admin/admin.ts'
import type { Administration } from '../administration/administration.ts'
import { callOf } from './administer.ts'
import type { RuntimeContext } from './base.ts'

/** `name` is the service's, as an operator writes it. */
type Parts<Opened extends Administration> = {
  name: string
  administration: Opened
  ownCommands: readonly Command<Opened>[]
}

/** Lets `npm run admin` reach the service while it runs on the embedded database. */
export async function openAdministration<Opened extends Administration>(
  dataDir: string,
  { name, administration, ownCommands }: Parts<Opened>,
  { disposer, log }: RuntimeContext,
): Promise<void> {
  const socket = await serveAdministration(dataDir, {
    administration,
    newId: administration.newId,
    ownCommands,
    call: callOf(name),
  })
  if (socket) disposer.add('administration', () => socket.close())
  else log.warn('the data folder’s path is too long for a socket: stop the service to administer it')
}
