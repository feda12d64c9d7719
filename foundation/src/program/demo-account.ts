/**
 * The account of the demo: one company with one user, and a key with every scope that is made at each start. The key of
 * the start before is revoked, so that what stands in an old terminal or a screenshot opens nothing.
 */
import type { AdministrationFace } from '../administration/administration.ts'

const slug = 'demo'
const email = 'demo@example.com'
const by = { actor: 'system', requestId: null } as const

export type DemoAccount = { companyId: string; key: string }

/** The company, and the new key's plaintext. */
export async function renewDemoAccount(administration: AdministrationFace): Promise<DemoAccount> {
  const { createCompany, createUser, createKey, revokeKey, access } = administration
  const company =
    (await administration.listCompanies(by)).find((known) => known.slug === slug) ??
    (await createCompany(by, { slug, name: 'Demo company' }))
  const user =
    (await administration.listUsers(by, company.id)).find((known) => known.email === email) ??
    (await createUser(by, { companyId: company.id, email, name: 'Demo user', role: 'owner' }))
  for (const key of await administration.listKeys(by, company.id)) {
    if (!key.revokedAt) await revokeKey(by, company.id, key.id)
  }
  const { scopes } = access
  const { secret } = await createKey(by, { companyId: company.id, createdBy: user.id, name: 'Demo key', scopes })
  return { companyId: company.id, key: secret }
}
