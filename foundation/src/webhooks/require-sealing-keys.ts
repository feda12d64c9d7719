import type { Queryable } from '../database/database.ts'
import type { Sealer } from '../sealing/sealer.ts'
import * as webhooks from './webhook-store.ts'

/** Stops a start that could not sign what it must: every key that a secret is sealed with has to be known. */
export async function requireSealingKeys(
  db: Queryable,
  { sealer, now, setting }: { sealer: Sealer; now: () => Date /** Where the operator writes keys. */; setting: string },
): Promise<void> {
  await webhooks.dropEndedSecrets(db, now())
  const missing = (await webhooks.countBySealingKey(db)).filter(({ keyId }) => !sealer.knows(keyId))
  if (missing.length === 0) return
  const which = missing.map(({ keyId, secrets }) => `${keyId} (${secrets} ${secrets === 1 ? 'secret' : 'secrets'})`)
  throw new Error(
    `Secrets of webhooks are sealed with a key that this process does not have: ${which.join(', ')}. ` +
      `Give it in ${setting}, behind the key that is to seal; it is in the setting or the key file of the processes that used this database before.`,
  )
}
