/**
 * Backup: one consistent picture of the whole database in one file, while the service goes on.
 *
 * Everything is read in one repeatable-read transaction. On the embedded engine, which has a single connection, the
 * service's own queries wait until it is done.
 */
import { sql } from 'kysely'
import { appliedMigrations, type Database, type Queryable } from '../database/database.ts'
import { type BackedUpTable, type BackupHeader, type BackupLine, makeHeader, writeBackupFile } from './backup-file.ts'
import { readSequences, readTables, settleSession } from './catalogue.ts'
import { countRows, readRows } from './rows.ts'

export type { BackupHeader } from './backup-file.ts'
export { restore } from './restore.ts'

export async function backup(database: Database, file: string, createdAt: Date): Promise<BackupHeader> {
  return database.transaction(async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx)
    await settleSession(tx)
    const tables: BackedUpTable[] = []
    for (const table of await readTables(tx)) tables.push({ ...table, rows: await countRows(tx, table) })
    const header = makeHeader({
      createdAt: createdAt.toISOString(),
      migrations: (await appliedMigrations(tx)).map(({ name, checksum }) => ({ name, checksum })),
      tables,
      sequences: await readSequences(tx),
    })
    await writeBackupFile(file, header, allRows(tx, tables))
    return header
  })
}

async function* allRows(tx: Queryable, tables: readonly BackedUpTable[]): AsyncGenerator<BackupLine> {
  for (const table of tables) {
    yield { table: table.name }
    yield* readRows(tx, table)
  }
}
