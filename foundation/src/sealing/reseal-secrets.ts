import { makeAudit } from '../audit/audit.ts'
import type { Database } from '../database/database.ts'
import type { Act } from '../identity/model/actor.ts'
import type { NewId } from '../new-id.ts'
import { resealRows, type SealedRows } from './sealed-rows.ts'
import type { Sealer } from './sealer.ts'

/** The id of the key that seals, and how many rows were under another. */
export type ResealSecrets = (by: Act) => Promise<{ keyId: string; resealed: number }>

type Deps = { db: Database; now: () => Date; newId: NewId; sealer: Sealer; sealed: SealedRows }

/** Seals every secret again under the first key, so that the others can go. Safe to break off and repeat. */
export function makeResealSecrets({ db, now, newId, sealer, sealed }: Deps): ResealSecrets {
  const audit = makeAudit({ now, newId })
  const { keyId } = sealer
  return async (by) => {
    await sealed.tidy?.(db.connection, now())
    const resealed = await resealRows(db, sealer, sealed)
    await audit.record(db.connection, by, {
      companyId: null,
      action: 'secrets.reseal',
      target: sealed.name,
      after: { keyId, resealed },
    })
    return { keyId, resealed }
  }
}
