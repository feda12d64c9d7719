/**
 * What every service's `admin.ts` does: the administration's command line on the service's database, or, while the
 * service runs on the embedded one, in the service itself.
 */
import { randomBytes } from 'node:crypto'
import type { Command } from '../admin/admin.ts'
import { adminSocketPath, callAdmin, runAdmin } from '../admin/admin.ts'
import type { Administration } from '../administration/administration.ts'
import type { Environment } from '../config/config.ts'
import { type Database, migrate, openDatabase } from '../database/database.ts'
import { makeNewId, type NewId } from '../new-id.ts'
import { databaseSetting } from './base.ts'

/** `process` and the operator's account, of which `admin.ts` is the only one to know. */
export type Terminal = {
  argv: readonly string[]
  env: Environment
  cwd(): string
  stdout: { write(text: string): unknown }
  stderr: { write(text: string): unknown }
  account: string
}

type Opened = { db: Database; now: () => Date; newId: NewId }

type Administered<Config, Kept extends Administration> = {
  /** The name of its connections. */
  name: string
  migrations: readonly string[]
  ownCommands: readonly Command<Kept>[]
  readConfig(env: Environment): Config
  administrationOf(deps: Config & Opened): Kept
}

/** The words before a command to the service; in the container image, which has no npm, `ADMIN_CALL` names others. */
export const callOf = (service: string): string => `npm run admin -- ${service}`

/** Returns the exit code. */
export async function administer<
  Config extends { databaseUrl?: string | undefined; dataDir: string },
  Kept extends Administration,
>(
  terminal: Terminal,
  { name, migrations, ownCommands, readConfig, administrationOf }: Administered<Config, Kept>,
): Promise<number> {
  const { argv, env, account } = terminal
  const now = () => new Date()
  const newId = makeNewId({ now, randomBytes })
  const words = argv.slice(2)
  const folder = env.INIT_CWD ?? terminal.cwd() // npm runs scripts at the root, wherever it was called
  const output = {
    out: (text: string) => void terminal.stdout.write(`${text}\n`),
    err: (text: string) => void terminal.stderr.write(`${text}\n`),
  }
  return runAdmin({
    ...output,
    call: env.ADMIN_CALL ?? callOf(name),
    words,
    account,
    folder,
    newId,
    async delegate() {
      const { databaseUrl, dataDir } = readConfig(env)
      return databaseUrl ? undefined : callAdmin(adminSocketPath(dataDir), { words, account, folder }, output)
    },
    ownCommands,
    async open(tables) {
      const config = readConfig(env)
      const { databaseUrl: url, dataDir } = config
      const db = await openDatabase({
        url,
        folder: dataDir,
        setting: databaseSetting(name),
        applicationName: `${name}-admin`,
        connections: 2,
      })
      try {
        const onWait = (migration: string) => output.err(`Migration ${migration} waits for a lock, and tries again.`)
        if (tables === 'migrated') await migrate(db, migrations, { onWait })
      } catch (error) {
        await db.close()
        throw error
      }
      return administrationOf({ ...config, db, now, newId })
    },
  })
}
