/** A code or a refresh token becomes tokens, once. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { makeAudit } from '../../audit/audit.ts'
import type { Database, Queryable } from '../../database/database.ts'
import { generateToken, hashToken } from '../../secret-token.ts'
import type { SessionDeps } from '../start-session.ts'
import * as grants from './grant-store.ts'
import { accessMs, brands, type Grant, refreshMs } from './model/grant.ts'
import { OAuthFailure } from './model/oauth-failure.ts'

export type Form = Readonly<Partial<Record<string, string>>>

export type Tokens = { accessToken: string; refreshToken: string; expiresInSeconds: number; scopes: readonly string[] }

export type Exchange = {
  token(form: Form, requestId: string): Promise<Tokens>
  /** Ends the grant of a token, whichever it is; an unknown one is no fault (RFC 7009). */
  revoke(form: Form, requestId: string): Promise<void>
}

export function makeExchange(deps: SessionDeps & { db: Database }): Exchange {
  const { db, now, randomBytes } = deps
  const audit = makeAudit(deps)

  /** Somebody else has it too: nobody keeps anything of this grant. */
  async function endStolen(tx: Queryable, grant: Grant, requestId: string, because: string) {
    await grants.end(tx, grant.id)
    await recordEnd(tx, grant, { actor: 'system', requestId }, because)
  }

  const recordEnd = (tx: Queryable, grant: Grant, by: Parameters<typeof audit.record>[1], because: string) =>
    audit.record(tx, by, {
      companyId: grant.companyId,
      action: 'grant.end',
      target: grant.id,
      before: { client: grant.clientName, scopes: grant.scopes },
      after: { because },
    })

  async function issue(tx: Queryable, grant: Grant): Promise<Tokens> {
    const at = now().getTime()
    const [accessToken, refreshToken] = [
      generateToken(brands.access, randomBytes),
      generateToken(brands.refresh, randomBytes),
    ]
    await grants.insertTokens(tx, grant.id, [
      { kind: 'access', sha256: hashToken(brands.access, accessToken)!, expiresAt: new Date(at + accessMs) },
      { kind: 'refresh', sha256: hashToken(brands.refresh, refreshToken)!, expiresAt: new Date(at + refreshMs) },
    ])
    return { accessToken, refreshToken, expiresInSeconds: accessMs / 1_000, scopes: grant.scopes }
  }

  async function fromCode(tx: Queryable, form: Form, requestId: string): Promise<Tokens | OAuthFailure> {
    const sha256 = hashToken(brands.code, form.code ?? '')
    const found = sha256 && (await grants.findCode(tx, sha256))
    if (!found) return spent()
    if (found.usedAt) {
      await endStolen(tx, found, requestId, 'its code came a second time')
      return spent()
    }
    await grants.useCode(tx, sha256, now()) // whatever follows: nobody tries twice
    if (found.expiresAt <= now() || found.clientId !== form.client_id || found.redirectUri !== form.redirect_uri)
      return spent()
    if (!isProof(form.code_verifier ?? '', found.codeChallenge)) return spent()
    if (form.resource !== undefined && form.resource.replace(/\/$/, '') !== found.resource) return wrongResource(found)
    return issue(tx, found)
  }

  async function fromRefresh(tx: Queryable, form: Form, requestId: string): Promise<Tokens | OAuthFailure> {
    const sha256 = hashToken(brands.refresh, form.refresh_token ?? '')
    const found = sha256 ? await grants.findToken(tx, sha256) : undefined
    if (!sha256 || found?.kind !== 'refresh' || found.clientId !== form.client_id) return spent()
    if (found.usedAt) {
      await endStolen(tx, found, requestId, 'a refresh token came a second time')
      return spent()
    }
    if (found.expiresAt <= now()) return spent()
    if (form.resource !== undefined && form.resource.replace(/\/$/, '') !== found.resource) return wrongResource(found)
    await grants.useRefresh(tx, found.id, sha256, now())
    return issue(tx, found)
  }

  return {
    async token(form, requestId) {
      const { grant_type: type } = form
      if (type !== 'authorization_code' && type !== 'refresh_token')
        throw new OAuthFailure('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.')
      // What is noticed of a theft is written, though the caller is refused.
      const outcome = await db.transaction((tx) =>
        type === 'authorization_code' ? fromCode(tx, form, requestId) : fromRefresh(tx, form, requestId),
      )
      if (outcome instanceof OAuthFailure) throw outcome
      return outcome
    },

    async revoke(form, requestId) {
      const token = form.token ?? ''
      const sha256 = hashToken(brands.access, token) ?? hashToken(brands.refresh, token)
      if (!sha256) return
      await db.transaction(async (tx) => {
        const found = await grants.findToken(tx, sha256)
        if (!found) return
        await grants.end(tx, found.id)
        const by = { actor: { kind: 'user', id: found.userId }, requestId } as const
        await recordEnd(tx, found, by, 'the assistant revoked it')
      })
    },
  }
}

function isProof(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false
  const [one, other] = [createHash('sha256').update(verifier).digest('base64url'), challenge]
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

/** The same for all that can be wrong: a guess learns nothing. */
const spent = () =>
  new OAuthFailure(
    'invalid_grant',
    'The code or refresh token is not valid, or was used, or belongs to another request.',
  )

const wrongResource = ({ resource }: Grant) => new OAuthFailure('invalid_target', `resource must be ${resource}.`)
