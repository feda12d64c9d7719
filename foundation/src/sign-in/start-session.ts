import { makeAudit } from '../audit/audit.ts'
import type { Queryable } from '../database/database.ts'
import type { Principal } from '../identity/model/principal.ts'
import type { NewId } from '../new-id.ts'
import { Problem } from '../problem.ts'
import { generateToken, hashToken } from '../secret-token.ts'
import { type Session, sessionMs, shownUserAgent } from './model/session.ts'
import * as sessions from './session-store.ts'

export const sessionBrand = 'svs_'

/** Where a person is signing in, as the request says. */
export type Browser = {
  address: string
  userAgent: string | undefined
  /** What its cookies hold, if anything. */
  sessionToken: string | undefined
  deviceToken: string | undefined
}

export type StartedSession = { session: Session; token: string }

export type SessionDeps = { now: () => Date; newId: NewId; randomBytes: (count: number) => Uint8Array }

/** How the person proved to be who they are: `by` names it, and more may stand beside it. */
export type Proof = {
  shown: { by: string; [more: string]: string }
  /** When that was; now unless given. */
  at?: Date
}

/** A session with a secret of its own, recorded in the audit; the one that the browser had before ends (session fixation). */
export async function startSession(
  tx: Queryable,
  { now, newId, randomBytes }: SessionDeps,
  { userId, companyId }: { userId: string; companyId: string },
  { address, userAgent, sessionToken }: Browser,
  proof: Proof,
  requestId: string | null,
): Promise<StartedSession> {
  const at = now()
  const session: Session = {
    id: newId('ses'),
    companyId,
    userId,
    createdAt: at,
    expiresAt: new Date(at.getTime() + sessionMs),
    lastUsedAt: at,
    provedAt: proof.at ?? at,
    address: address.slice(0, 64),
    userAgent: shownUserAgent(userAgent),
  }
  const before = sessionToken === undefined ? undefined : hashToken(sessionBrand, sessionToken)
  if (before) await sessions.endByToken(tx, before)
  const token = generateToken(sessionBrand, randomBytes)
  await sessions.insert(tx, session, hashToken(sessionBrand, token)!)
  await makeAudit({ now, newId }).record(
    tx,
    { actor: { kind: 'user', id: userId }, requestId },
    { companyId, action: 'session.start', target: session.id, after: { ...proof.shown, address: session.address } },
  )
  return { session, token }
}

/** Marks the session as freshly proved, under a new secret. */
export async function renewSession(
  tx: Queryable,
  { now, randomBytes }: Pick<SessionDeps, 'now' | 'randomBytes'>,
  { session }: Principal,
): Promise<string> {
  const token = generateToken(sessionBrand, randomBytes)
  const renewed = { id: session?.id ?? '', tokenSha256: hashToken(sessionBrand, token)!, provedAt: now() }
  if (!(await sessions.renew(tx, renewed))) throw new Problem('unauthenticated', 'You are not signed in.')
  return token
}
