/**
 * Restore: a backup into an empty database, on either engine, under this version of the program or an older one's data.
 *
 * The file is read twice: once to verify it whole, before anything is written, and once to load it. Loading is one
 * transaction: the migrations that the backup had, its rows, its sequences, and the foreign keys at the end, which check
 * all rows. It is there entirely or not at all. The migrations that have come since then run as at any start.
 */
import { sql } from 'kysely'
import {
  applyNext,
  type Database,
  type Migration,
  migrate,
  type Queryable,
  readMigrations,
} from '../database/database.ts'
import { type BackupHeader, readBackupRows, verifyBackupFile } from './backup-file.ts'
import {
  addForeignKey,
  dropForeignKey,
  readForeignKeys,
  readObjects,
  readTables,
  setSequence,
  setTriggers,
  settleSession,
} from './catalogue.ts'
import { RowWriter } from './rows.ts'

/** Returns what the backup said of itself. `folders` are those that the program migrates with. */
export async function restore(database: Database, file: string, folders: readonly string[]): Promise<BackupHeader> {
  const header = await verifyBackupFile(file)
  const migrations = migrationsOf(header, readMigrations(folders))
  await database.transaction(async (tx) => {
    await assertEmpty(tx)
    while (await applyNext(tx, migrations)) {}
    await settleSession(tx)
    await load(tx, file, header)
  })
  await migrate(database, folders)
  await database.transaction(async (tx) => {
    await settleSession(tx)
    await sql`analyze`.execute(tx) // else the first queries are planned without knowing the tables' sizes
  })
  return header
}

function migrationsOf({ migrations }: BackupHeader, known: readonly Migration[]): Migration[] {
  return migrations.map(({ name, checksum }) => {
    const ours = known.find((migration) => migration.name === name)
    if (!ours) {
      throw new Error(`The backup is of a newer version: it has migration ${name}, which this program does not know.`)
    }
    if (ours.checksum !== checksum) {
      throw new Error(
        `Migration ${name} has been edited since the backup was made. Restore with the version that made it.`,
      )
    }
    return ours
  })
}

async function assertEmpty(tx: Queryable): Promise<void> {
  const objects = await readObjects(tx)
  if (objects.length === 0) return
  const some = objects.slice(0, 5).join(', ') + (objects.length > 5 ? ', …' : '')
  throw new Error(
    `A backup is restored into an empty database only, and this one holds ${some}. Restore into a new database or ` +
      `data folder, and put it in the place of this one when it is done. Nothing was changed.`,
  )
}

async function load(tx: Queryable, file: string, header: BackupHeader): Promise<void> {
  await assertSameShape(tx, header)
  const foreignKeys = await readForeignKeys(tx)
  for (const key of foreignKeys) await dropForeignKey(tx, key)
  for (const { name } of header.tables) await setTriggers(tx, name, 'disable')
  // What migrations put into their tables is in the backup too, as it had become.
  for (const { name } of header.tables) await sql.raw(`truncate ${name}`).execute(tx)

  await loadRows(tx, file, header)

  for (const sequence of header.sequences) await setSequence(tx, sequence)
  for (const { name } of header.tables) await setTriggers(tx, name, 'enable')
  for (const key of foreignKeys) await addForeignKey(tx, key)
}

async function loadRows(tx: Queryable, file: string, { tables }: BackupHeader): Promise<void> {
  const writers = new Map(tables.map((table) => [table.name, new RowWriter(tx, table)]))
  let current: RowWriter | undefined
  for await (const { table, row } of readBackupRows(file)) {
    const writer = writers.get(table)
    if (writer !== current) await current?.flush()
    current = writer
    await writer?.add(row)
  }
  await current?.flush()
  for (const { name, rows } of tables) {
    const written = writers.get(name)?.written
    if (written !== rows)
      throw new Error(`The file changed while it was read: table ${name} got ${written} of ${rows} rows.`)
  }
}

async function assertSameShape(tx: Queryable, header: BackupHeader): Promise<void> {
  const shape = (tables: readonly { name: string; columns: { name: string; type: string }[] }[]) =>
    JSON.stringify(tables.map(({ name, columns }) => [name, columns.map((column) => [column.name, column.type])]))
  if (shape(await readTables(tx)) !== shape(header.tables)) {
    throw new Error('The tables of the backup are not those that its migrations make: it was changed by other means.')
  }
}
