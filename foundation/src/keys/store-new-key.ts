import type { Audit } from '../audit/audit.ts'
import type { Fields } from '../audit/model/audit-event.ts'
import type { Queryable } from '../database/database.ts'
import type { Act } from '../identity/model/actor.ts'
import * as keys from './key-store.ts'
import { type ApiKey, keyFields } from './model/api-key.ts'

/** Stores a key, of whose plaintext only the hash is left, with its audit event, which also says `more`. */
export async function storeNewKey(
  tx: Queryable,
  { audit, by, more }: { audit: Audit; by: Act; more?: Fields },
  key: ApiKey,
  sha256: Uint8Array,
): Promise<void> {
  const { createdBy, prefix, lastFour } = key
  await keys.insert(tx, key, sha256)
  await audit.record(tx, by, {
    at: key.createdAt,
    companyId: key.companyId,
    action: 'key.create',
    target: key.id,
    after: { ...keyFields(key), createdBy, prefix, lastFour, ...more },
  })
}
