import type { Act } from '../audit/audit-event.ts'
import * as audit from '../audit/audit-store.ts'
import { changedFields } from '../audit/changed-fields.ts'
import type { Queryable } from '../database/database.ts'
import { InputFaults } from '../input-faults.ts'
import type { NewId } from '../new-id.ts'
import { Problem } from '../problem.ts'
import { type ApiKey, keyFields } from './api-key.ts'
import type { KeyDeps } from './create-key.ts'
import * as keys from './key-store.ts'
import { checkScopes, type Scope } from './scopes.ts'

export type ChangeKey = (
  by: Act,
  companyId: string,
  keyId: string,
  changes: { name?: string; scopes?: readonly Scope[] },
) => Promise<ApiKey>

/** Renames a key or changes what it may do; every process follows within a second. */
export function makeChangeKey({ db, now, newId }: Omit<KeyDeps, 'randomBytes'>): ChangeKey {
  return (by, companyId, keyId, changes) =>
    db.transaction(async (tx) => {
      const key = await lockKey(tx, companyId, keyId)
      const faults = new InputFaults()
      const name = faults.displayName('name', changes.name ?? key.name)
      const scopes = changes.scopes ?? key.scopes
      checkScopes(faults, scopes)
      faults.throwIfAny()
      const changed = { ...key, name, scopes: [...new Set(scopes)] }
      await saveKey(tx, by, { id: newId('aud'), at: now(), action: 'key.change' }, key, changed)
      return changed
    })
}

/** Another company's key answers exactly as a missing one. */
export async function lockKey(tx: Queryable, companyId: string, keyId: string): Promise<ApiKey> {
  const key = await keys.lock(tx, companyId, keyId)
  if (!key) throw new Problem('not-found', `The company has no key ${keyId}.`)
  return key
}

/** Stores a key's change with its audit event; does nothing where nothing changed. */
export async function saveKey(
  tx: Queryable,
  by: Act,
  event: { id: ReturnType<NewId>; at: Date; action: string },
  before: ApiKey,
  after: ApiKey,
): Promise<void> {
  const changed = changedFields(keyFields(before), keyFields(after))
  if (!changed) return
  await keys.update(tx, before.companyId, before.id, after)
  await audit.append(tx, { ...by, ...event, ...changed, companyId: before.companyId, target: before.id })
}
