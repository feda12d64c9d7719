import type { BackupHeader } from '../backup/backup.ts'
import { type Answer, item } from './command.ts'

export const backupAnswer = (file: string, { createdAt, tables, migrations }: BackupHeader): Answer =>
  item({
    file,
    createdAt,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    lastMigration: migrations.at(-1)?.name ?? null,
  })
