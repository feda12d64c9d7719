import type { BackupHeader } from '../backup/backup.ts'
import { type CommandOutput, item } from './command.ts'

export const backupOutput = (file: string, { createdAt, tables, migrations }: BackupHeader): CommandOutput =>
  item({
    file,
    createdAt,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    lastMigration: migrations.at(-1)?.name ?? null,
  })
