import type { Act, Fields } from '../audit/audit-event.ts'
import * as audit from '../audit/audit-store.ts'
import type { Queryable } from '../database/database.ts'
import type { NewId } from '../new-id.ts'
import { type ApiKey, keyFields } from './api-key.ts'
import * as keys from './key-store.ts'

/** Stores a key, of whose plaintext only the hash is left, with its audit event; `more` is told beside what a key is. */
export async function storeNewKey(
  tx: Queryable,
  { by, newId, more }: { by: Act; newId: NewId; more?: Fields },
  key: ApiKey,
  sha256: Uint8Array,
): Promise<void> {
  const { createdBy, prefix, lastFour } = key
  await keys.insert(tx, key, sha256)
  await audit.append(tx, {
    ...by,
    id: newId('aud'),
    at: key.createdAt,
    companyId: key.companyId,
    action: 'key.create',
    target: key.id,
    before: null,
    after: { ...keyFields(key), createdBy, prefix, lastFour, ...more },
  })
}
