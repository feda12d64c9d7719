import type { Administration } from '../administration/administration.ts'
import * as keys from '../keys/key-store.ts'
import { parseKey } from '../keys/keys.ts'
import { Problem } from '../problem.ts'

/** An operator may name any company's key, by its id or, when one has leaked, by the key itself. */
export async function keyNamed(admin: Administration, idOrSecret: string): Promise<{ id: string; companyId: string }> {
  const mark = parseKey(idOrSecret)
  const key = mark
    ? await keys.findBySha256(admin.db.connection, mark.sha256)
    : await keys.findById(admin.db.connection, idOrSecret)
  if (key) return key
  throw new Problem('not-found', mark ? 'This key is not one of ours.' : `There is no key ${idOrSecret}.`)
}
