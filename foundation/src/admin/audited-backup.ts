import type { Act, Fields } from '../audit/audit-event.ts'
import * as audit from '../audit/audit-store.ts'
import { backup } from '../backup/backup.ts'
import type { BackupHeader } from '../backup/backup-file.ts'
import { restore } from '../backup/restore.ts'
import type { Database } from '../database/database.ts'
import type { NewId } from '../new-id.ts'

export type BackUp = (by: Act, file: string) => Promise<BackupHeader>
export type Restore = (by: Act, file: string) => Promise<BackupHeader>

type Deps = { db: Database; now: () => Date; newId: NewId; migrations: readonly string[] }

/** A backup takes everything out of the house, so the audit tells of it, once it is whole: the file does not yet know. */
export function makeBackUp({ db, now, newId }: Deps): BackUp {
  return async (by, file) => {
    const header = await backup(db, file, now())
    await append(db, by, { id: newId('aud'), at: now(), action: 'database.backup', after: { file } })
    return header
  }
}

/** The first event that is new in the restored database tells where the others come from. */
export function makeRestore({ db, now, newId, migrations }: Deps): Restore {
  return async (by, file) => {
    const header = await restore(db, file, migrations)
    const after = { file, madeAt: header.createdAt }
    await append(db, by, { id: newId('aud'), at: now(), action: 'database.restore', after })
    return header
  }
}

const append = (db: Database, by: Act, event: { id: string; at: Date; action: string; after: Fields }) =>
  audit.append(db.connection, { ...by, ...event, companyId: null, target: 'database', before: null })
