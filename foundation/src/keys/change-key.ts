import { type Audit, makeAudit } from '../audit/audit.ts'
import { changedFields } from '../audit/model/changed-fields.ts'
import type { Queryable } from '../database/database.ts'
import { checkScopes } from '../identity/model/access.ts'
import type { Act } from '../identity/model/actor.ts'
import { InputFaults } from '../input-faults.ts'
import { Problem } from '../problem.ts'
import type { KeyDeps } from './create-key.ts'
import * as keys from './key-store.ts'
import { type ApiKey, keyFields } from './model/api-key.ts'

export type ChangeKey = (
  by: Act,
  companyId: string,
  keyId: string,
  changes: { name?: string; scopes?: readonly string[] },
) => Promise<ApiKey>

/** Renames a key or changes what it may do; every process follows within a second. */
export function makeChangeKey({ db, now, newId, access }: Omit<KeyDeps, 'randomBytes'>): ChangeKey {
  const audit = makeAudit({ now, newId })
  return (by, companyId, keyId, changes) =>
    db.transaction(async (tx) => {
      const key = await lockKey(tx, companyId, keyId)
      const faults = new InputFaults()
      const name = faults.displayName('name', changes.name ?? key.name)
      if (changes.scopes) checkScopes(access, faults, changes.scopes)
      faults.throwIfAny()
      const changed = { ...key, name, scopes: [...new Set(changes.scopes ?? key.scopes)] }
      await saveKey(tx, { audit, by, action: 'key.change' }, key, changed)
      return changed
    })
}

/** Another company's key answers exactly as a missing one. */
export async function lockKey(tx: Queryable, companyId: string, keyId: string): Promise<ApiKey> {
  const key = await keys.lock(tx, companyId, keyId)
  if (!key) throw new Problem('not-found', `Key ${keyId} not found in this company.`)
  return key
}

/** Stores a key's change with its audit event; does nothing where nothing changed. */
export async function saveKey(
  tx: Queryable,
  { audit, by, action }: { audit: Audit; by: Act; action: string },
  before: ApiKey,
  after: ApiKey,
): Promise<void> {
  const changed = changedFields(keyFields(before), keyFields(after))
  if (!changed) return
  await keys.update(tx, before.companyId, before.id, after)
  await audit.record(tx, by, { ...changed, companyId: before.companyId, action, target: before.id })
}
