import { makeAudit } from '../audit/audit.ts'
import type { Database, Queryable } from '../database/database.ts'
import type { Access } from '../identity/model/access.ts'
import { actorText } from '../identity/model/actor.ts'
import type { Administrator } from '../identity/model/administrator.ts'
import { Problem } from '../problem.ts'
import { generateToken, hashToken } from '../secret-token.ts'
import { findUser } from '../users/users.ts'
import * as links from './link-store.ts'
import { type LinkKind, linkMs, type NewLink } from './model/account-link.ts'
import * as passwords from './password-store.ts'
import { requireNoMoreThan } from './require-no-more-than.ts'
import type { SessionDeps } from './start-session.ts'

export const linkBrand = 'svl_'

export type LinkDeps = SessionDeps & {
  db: Database
  access: Access
  /** Where people sign in: the address of the service and of its pages. */
  pagesUrl: string
}

/** For somebody who belongs to the company: an invitation where they have no password yet, else a reset. */
export type MakeAccountLink = (by: Administrator, companyId: string, idOrEmail: string) => Promise<NewLink>

export function makeMakeAccountLink(deps: LinkDeps, kindOf?: LinkKind): MakeAccountLink {
  const { db, access } = deps
  return (by, companyId, idOrEmail) =>
    db.transaction(async (tx) => {
      const user = await findUser(tx, companyId, idOrEmail)
      if (!user || user.removedAt || user.erasedAt)
        throw new Problem('not-found', `User ${idOrEmail} not found in this company.`)
      await requireNoMoreThan(by, tx, access, user) // nobody opens the account of somebody who may more
      const kind = kindOf ?? ((await passwords.findHash(tx, user.id)) === undefined ? 'invitation' : 'reset')
      return putLink(tx, deps, by, { userId: user.id, companyId, kind })
    })
}

/** Makes a link of which only the hash is kept. Its secret stands behind the `#`, which no browser sends and no log sees. */
export async function putLink(
  tx: Queryable,
  deps: LinkDeps,
  by: Administrator,
  { userId, companyId, kind }: { userId: string; companyId: string; kind: LinkKind },
): Promise<NewLink> {
  const { now, newId, randomBytes, pagesUrl } = deps
  const at = now()
  const token = generateToken(linkBrand, randomBytes)
  const expiresAt = new Date(at.getTime() + linkMs[kind])
  const link = { id: newId('lnk'), userId, companyId, kind, createdBy: actorText(by.actor), createdAt: at, expiresAt }
  await links.put(tx, link, hashToken(linkBrand, token)!)
  await makeAudit(deps).record(tx, by, {
    at,
    companyId,
    action: `${kind}.create`,
    target: userId,
    after: { link: link.id, expiresAt },
  })
  return { kind, link: `${pagesUrl}/${kind === 'entry' ? 'enter' : kind}#${token}`, expiresAt }
}
