/** The program behind `npm run admin`: the administration's command line on this service's database. */
import { randomBytes } from 'node:crypto'
import { makeAdministration } from '@service/foundation/admin/administration.ts'
import { runAdmin } from '@service/foundation/admin/run-admin.ts'
import { migrate } from '@service/foundation/database/migrate.ts'
import { openDatabase } from '@service/foundation/database/open-database.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { migrations } from './app.ts'
import { readConfig } from './config.ts'

const now = () => new Date()
const newId = makeNewId({ now, randomBytes })

process.exitCode = await runAdmin({
  words: process.argv.slice(2),
  newId,
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
  async open(tables) {
    const { databaseUrl: url, dataDir: folder } = readConfig(process.env)
    const db = await openDatabase({ url, folder, applicationName: 'reputation-admin', connections: 2 })
    try {
      if (tables === 'migrated') await migrate(db, migrations)
    } catch (error) {
      await db.close()
      throw error
    }
    return makeAdministration({ db, now, newId, randomBytes, migrations, redactors: [] })
  },
})
