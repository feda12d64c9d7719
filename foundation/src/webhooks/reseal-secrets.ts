import type { Act } from '../audit/audit-event.ts'
import * as audit from '../audit/audit-store.ts'
import type { Database } from '../database/database.ts'
import type { NewId } from '../new-id.ts'
import { type Sealer, sealingKeyIdOf } from '../sealing/sealer.ts'
import * as webhooks from './webhook-store.ts'

/** The id of the key that seals, and how many registrations were under another. */
export type ResealSecrets = (by: Act) => Promise<{ keyId: string; resealed: number }>

const batch = 100

type Deps = { db: Database; now: () => Date; newId: NewId; sealer: Sealer }

/** Seals every secret anew under the first key, so that the others can go. Safe to break off and repeat. */
export function makeResealSecrets({ db, now, newId, sealer }: Deps): ResealSecrets {
  const { keyId } = sealer
  const reseal = (sealed: string | null, owner: string): string | null =>
    sealed === null || sealingKeyIdOf(sealed) === keyId ? sealed : sealer.seal(sealer.open(sealed, owner), owner)
  return async (by) => {
    await webhooks.dropEndedSecrets(db.connection, now())
    let resealed = 0
    let lastId = ''
    for (;;) {
      const page = await db.transaction(async (tx) => {
        const page = await webhooks.lockSealedOtherwise(tx, keyId, lastId, batch)
        for (const one of page) {
          const secrets = {
            secretSealed: reseal(one.secretSealed, one.id),
            previousSecretSealed: reseal(one.previousSecretSealed, one.id),
            previousSecretUntil: one.previousSecretUntil,
          }
          await webhooks.setSecrets(tx, one, secrets)
        }
        return page
      })
      resealed += page.length
      if (page.length < batch) break
      lastId = page.at(-1)!.id
    }
    await audit.append(db.connection, {
      ...by,
      id: newId('aud'),
      at: now(),
      companyId: null,
      action: 'secrets.reseal',
      target: 'webhooks',
      before: null,
      after: { keyId, resealed },
    })
    return { keyId, resealed }
  }
}
