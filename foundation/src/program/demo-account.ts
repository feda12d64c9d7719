/**
 * The account of the demo: one company with one user, and a key with every scope that is made at each start. The key of
 * the start before is revoked, so that what stands in an old terminal or a screenshot opens nothing.
 *
 * With `--demo-key` the same key serves every start. It is kept in a file that only the service's user can read. A start
 * without that option revokes the key and removes the file.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { AdministrationFace } from '../administration/administration.ts'
import type { Database } from '../database/database.ts'
import { parseKey } from '../keys/keys.ts'

const slug = 'demo'
const email = 'demo@example.com'
const by = { actor: 'system', requestId: null } as const

export type DemoAccount = {
  companyId: string
  key: string
  validity: string
  /** Signs the demo's owner in, once and for ten minutes; undefined where there is nothing to sign in to. */
  link: string | undefined
}

type KeptKey = { dataDir: string; isKept: boolean }

/** The company, and the key's plaintext with how long it is valid, in words. */
export async function renewDemoAccount(
  administration: AdministrationFace,
  { dataDir, isKept }: KeptKey,
): Promise<DemoAccount> {
  const { createCompany, createUser, createKey, revokeKey, access } = administration
  const company =
    (await administration.listCompanies(by)).find((known) => known.slug === slug) ??
    (await createCompany(by, { slug, name: 'Demo company' }))
  const user =
    (await administration.listUsers(by, company.id)).find((known) => known.email === email) ??
    (await createUser(by, { companyId: company.id, email, name: 'Demo user', role: 'owner' }))
  if (access.operatorPermissions.size > 0) await administration.setOperator(by, company.id, user.id, true)
  const link = administration.hasPages ? (await administration.makeEntryLink(by, company.id, user.id)).link : undefined
  const { scopes } = access
  const file = join(dataDir, 'demo-key')
  const kept = isKept ? readKey(file) : undefined
  let isValid = false
  for (const key of await administration.listKeys(by, company.id)) {
    if (key.revokedAt) continue
    const isIt = key.prefix === kept?.prefix && key.lastFour === kept.lastFour
    if (isIt && scopes.every((scope) => key.scopes.includes(scope))) isValid = true
    else await revokeKey(by, company.id, key.id)
  }
  const validity = isKept ? `kept in ${file}` : 'valid until the next start'
  if (kept && isValid) return { companyId: company.id, key: kept.secret, validity, link }
  const { secret } = await createKey(by, { companyId: company.id, createdBy: user.id, name: 'Demo key', scopes })
  rmSync(file, { force: true })
  if (isKept) writeFileSync(file, `${secret}\n`, { mode: 0o600 })
  return { companyId: company.id, key: secret, validity, link }
}

/**
 * Throws where the demo has run: what it leaves (a key with every scope, a company with an owner, samples) has no place
 * where customers are served, and could not be separated from theirs afterwards. `where` names the database for a person, and
 * `remedy` says how another is chosen.
 */
export async function refuseDemoAccount({ connection }: Database, where: string, remedy: string): Promise<void> {
  const { rows } = await sql`
    select from users join companies on companies.id = users.company_id
    where companies.slug = ${slug} and users.email = ${email} limit 1`.execute(connection)
  if (rows.length === 0) return
  throw new Error(
    `${where} was made by the demo, \`npm start\`: its company, keys and samples are not for production. ${remedy}`,
  )
}

/** Undefined where the file is missing or holds no key. */
function readKey(file: string): { secret: string; prefix: string; lastFour: string } | undefined {
  let secret: string
  try {
    secret = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const parsed = parseKey(secret)
  return parsed && { secret, ...parsed }
}
