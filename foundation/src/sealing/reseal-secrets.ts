import type { Act } from '../audit/audit-event.ts'
import * as audit from '../audit/audit-store.ts'
import type { Database } from '../database/database.ts'
import type { NewId } from '../new-id.ts'
import { resealRows, type SealedRows } from './sealed-rows.ts'
import type { Sealer } from './sealer.ts'

/** The id of the key that seals, and how many rows were under another. */
export type ResealSecrets = (by: Act) => Promise<{ keyId: string; resealed: number }>

type Deps = { db: Database; now: () => Date; newId: NewId; sealer: Sealer; sealed: SealedRows }

/** Seals every secret anew under the first key, so that the others can go. Safe to break off and repeat. */
export function makeResealSecrets({ db, now, newId, sealer, sealed }: Deps): ResealSecrets {
  const { keyId } = sealer
  return async (by) => {
    await sealed.tidy?.(db.connection, now())
    const resealed = await resealRows(db, sealer, sealed)
    await audit.append(db.connection, {
      ...by,
      id: newId('aud'),
      at: now(),
      companyId: null,
      action: 'secrets.reseal',
      target: sealed.name,
      before: null,
      after: { keyId, resealed },
    })
    return { keyId, resealed }
  }
}
