/** One of several processes on a database: makes events, or delivers them until it is killed. */
import { type DatabaseOptions, openDatabase } from '@service/foundation/database/open-database.ts'
import * as events from '@service/foundation/webhooks/events/event-store.ts'
import { anEvent, startSender } from '../sender.ts'

export type Role =
  | { does: 'makes'; options: DatabaseOptions; companyId: string; count: number }
  | { does: 'delivers'; options: DatabaseOptions }

/** As the requests of a busy moment would share a commit. */
const eventsPerTransaction = 20

const role = JSON.parse(process.argv[2]!) as Role
const db = await openDatabase(role.options)
if (role.does === 'delivers') {
  await startSender(db)
} else {
  for (let left = role.count; left > 0; left -= eventsPerTransaction) {
    const batch = Array.from({ length: Math.min(left, eventsPerTransaction) }, () => anEvent(role.companyId))
    await db.transaction((tx) => events.append(tx, batch))
  }
}
process.send?.('done')
