/**
 * The program behind `npm run admin`: the administration's command line on this service's database, or, while the
 * service runs on the embedded one, in the service itself.
 */
import { randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import { adminSocketPath, callAdmin } from '@service/foundation/admin/admin-socket.ts'
import { runAdmin } from '@service/foundation/admin/run-admin.ts'
import { migrate } from '@service/foundation/database/migrate.ts'
import { openDatabase } from '@service/foundation/database/open-database.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { administrationOf, ownCommands } from './administration.ts'
import { readConfig } from './config.ts'
import { migrations } from './migration-folders.ts'

const now = () => new Date()
const newId = makeNewId({ now, randomBytes })
const words = process.argv.slice(2)
const account = userInfo().username
const folder = process.env.INIT_CWD ?? process.cwd() // npm runs scripts at the root, wherever it was called
const output = {
  out: (text: string) => process.stdout.write(`${text}\n`),
  err: (text: string) => process.stderr.write(`${text}\n`),
}

process.exitCode = await runAdmin({
  ...output,
  words,
  account,
  folder,
  newId,
  async delegate() {
    const { databaseUrl, dataDir } = readConfig(process.env)
    return databaseUrl ? undefined : callAdmin(adminSocketPath(dataDir), { words, account, folder }, output)
  },
  ownCommands,
  async open(tables) {
    const config = readConfig(process.env)
    const { databaseUrl: url, dataDir } = config
    const db = await openDatabase({ url, folder: dataDir, applicationName: 'reputation-admin', connections: 2 })
    try {
      if (tables === 'migrated') await migrate(db, migrations)
    } catch (error) {
      await db.close()
      throw error
    }
    return administrationOf({ ...config, db, now, newId })
  },
})
