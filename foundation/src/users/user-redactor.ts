import { createHash } from 'node:crypto'
import type { Redactor } from '../erasure/model/eraser.ts'
import { comparable, type Person } from '../erasure/model/person.ts'
import type { User } from './model/user.ts'
import * as users from './user-store.ts'

/**
 * Forgets a user's e-mail address and name, and passes them on, so that other places of the same company forget them
 * too. An e-mail address decides where one is given, for two people may share a name; a name alone finds everyone so
 * called. The user's keys go on working: they are the company's, and to be revoked by it.
 */
export const userRedactor: Redactor = {
  name: 'users',
  async redact(tx, { companyId, person, at }) {
    const found = (await users.lockAll(tx, companyId)).filter((user) => isPerson(user, person))
    const free = found.filter((user) => !user.legalHold)
    for (const user of free) await users.erase(tx, user.id, originalSha256(user), at)
    const learnt = free.flatMap(({ companyId, email, name }) =>
      [email, name].filter((text) => text !== null).map((text) => ({ companyId, text })),
    )
    return { redacted: free.length, held: found.length - free.length, learnt }
  },
}

function isPerson(user: User, { email, name }: Person): boolean {
  const [given, kept] = email !== undefined ? [email, user.email] : [name, user.name]
  return given !== undefined && kept !== null && comparable(given) === comparable(kept)
}

/** The id goes in, so that equal people of two companies do not show as equal hashes. */
const originalSha256 = ({ id, email, name }: User): Uint8Array =>
  createHash('sha256')
    .update(JSON.stringify([id, email, name]))
    .digest()
