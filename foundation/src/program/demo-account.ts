/**
 * The account of the demo: one company with one user, and a key with every scope that is made anew at each start. The
 * key of the start before is revoked, so that what stands in an old terminal or a screenshot opens nothing.
 */
import type { Administration } from '../administration/administration.ts'
import * as companies from '../companies/company-store.ts'
import type { Act } from '../identity/model/actor.ts'
import * as keys from '../keys/key-store.ts'
import * as users from '../users/user-store.ts'

const slug = 'demo'
const email = 'demo@example.com'
const by: Act = { actor: 'system', requestId: null }

export type DemoAccount = { companyId: string; key: string }

/** The company, and the new key's plaintext. */
export async function renewDemoAccount(administration: Administration): Promise<DemoAccount> {
  const { createCompany, createUser, createKey, revokeKey, access } = administration
  const db = administration.db.connection
  const company = (await companies.find(db, slug)) ?? (await createCompany(by, { slug, name: 'Demo company' }))
  const user =
    (await users.find(db, company.id, email)) ??
    (await createUser(by, { companyId: company.id, email, name: 'Demo user', role: 'owner' }))
  for (const key of await keys.list(db, company.id)) {
    if (!key.revokedAt) await revokeKey(by, company.id, key.id)
  }
  const { secret } = await createKey(by, {
    companyId: company.id,
    createdBy: user.id,
    name: 'Demo key',
    scopes: access.scopes,
  })
  return { companyId: company.id, key: secret }
}
