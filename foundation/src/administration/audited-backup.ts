import { makeAudit } from '../audit/audit.ts'
import type { BackupHeader } from '../backup/backup.ts'
import { backup, restore } from '../backup/backup.ts'
import type { Database } from '../database/database.ts'
import type { Act } from '../identity/model/actor.ts'
import type { NewId } from '../new-id.ts'
import { endAllAccess } from '../sign-in/sign-in.ts'

export type BackUp = (by: Act, file: string) => Promise<BackupHeader>
export type Restore = (by: Act, file: string) => Promise<BackupHeader>

type Deps = { db: Database; now: () => Date; newId: NewId; migrations: readonly string[] }

/** The event of a backup is recorded once the file is whole, so the file itself does not hold it. */
export function makeBackUp({ db, now, newId }: Omit<Deps, 'migrations'>): BackUp {
  const audit = makeAudit({ now, newId })
  return async (by, file) => {
    const header = await backup(db, file, now())
    await audit.record(db.connection, by, { ...database, action: 'database.backup', after: { file } })
    return header
  }
}

/** The event of a restore is the first new one of the restored database: it says where the older ones come from. Nobody is signed in to it. */
export function makeRestore({ db, now, newId, migrations }: Deps): Restore {
  const audit = makeAudit({ now, newId })
  return async (by, file) => {
    const header = await restore(db, file, migrations)
    const after = { file, madeAt: header.createdAt }
    await db.transaction(async (tx) => {
      await endAllAccess(tx)
      await audit.record(tx, by, { ...database, action: 'database.restore', after })
    })
    return header
  }
}

const database = { companyId: null, target: 'database' } as const
