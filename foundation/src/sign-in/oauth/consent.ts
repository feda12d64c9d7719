/** What a person is asked, and what becomes of their decision. */
import { makeAudit } from '../../audit/audit.ts'
import type { Database } from '../../database/database.ts'
import type { Access } from '../../identity/model/access.ts'
import type { Act } from '../../identity/model/actor.ts'
import type { Principal } from '../../identity/model/principal.ts'
import { requireFresh } from '../../identity/model/step-up.ts'
import { Problem } from '../../problem.ts'
import { generateToken, hashToken } from '../../secret-token.ts'
import type { SessionDeps } from '../start-session.ts'
import type { FindClient } from './find-client.ts'
import * as grants from './grant-store.ts'
import { type Client, isRedirectOf, redirectPlace } from './model/client.ts'
import { brands, codeMs, mcpResource } from './model/grant.ts'
import { OAuthFailure } from './model/oauth-failure.ts'

/** The parameters of the authorization request, as the assistant put them into the address. */
export type AuthorizationRequest = Readonly<Partial<Record<string, string>>>

/** `also`: what it opens beyond its name. */
export type AskedScope = { scope: string; reads: boolean; also: string | null }

export const askedScope = (scope: string, { also }: Pick<Access, 'also'>): AskedScope => ({
  scope,
  reads: scope.endsWith(':read'),
  also: also[scope] ?? null,
})

export type Asked = {
  client: Client
  /** Where the person is led back to, in words. */
  place: string
  /** Scopes that are asked for and that the person's role has. */
  scopes: AskedScope[]
}

export type Consent = {
  show(by: Principal, request: AuthorizationRequest, baseUrl: string): Promise<Asked>
  /** The address that the person is led to, with a code or with the refusal. */
  decide(
    by: Principal & Act,
    given: { request: AuthorizationRequest; baseUrl: string; allowed: readonly string[] | undefined },
  ): Promise<string>
}

type Deps = SessionDeps & { db: Database; access: Access; findClient: FindClient }

export function makeConsent(deps: Deps): Consent {
  const { db, access, now, newId, randomBytes, findClient } = deps
  const audit = makeAudit(deps)

  async function read(by: Principal, request: AuthorizationRequest, baseUrl: string) {
    const { client_id: id, redirect_uri: redirectUri, code_challenge: codeChallenge, resource } = request
    if (!id || !redirectUri) throw invalid('client_id and redirect_uri are needed')
    const client = await findClient(id).catch((error: unknown) => {
      throw error instanceof OAuthFailure ? invalid(error.message.replace(/\.$/, '')) : error
    })
    if (!isRedirectOf(client, redirectUri)) throw invalid('redirect_uri is none of those that the client registered')
    if (request.response_type !== 'code') throw invalid('response_type must be code')
    if (request.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(codeChallenge ?? ''))
      throw invalid('a code_challenge with the method S256 is needed (PKCE)')
    const own = mcpResource(baseUrl)
    if (resource !== undefined && resource.replace(/\/$/, '') !== own) throw invalid(`resource must be ${own}`)
    const wanted = (request.scope ?? '').split(' ').filter((scope) => access.scopes.includes(scope))
    const asked = wanted.length > 0 ? wanted : access.defaultScopes
    const scopes = [...new Set(asked)].filter((scope) => by.permissions.has(scope))
    return { client, redirectUri, codeChallenge: codeChallenge!, resource: own, scopes }
  }

  return {
    async show(by, request, baseUrl) {
      const { client, redirectUri, scopes } = await read(by, request, baseUrl)
      return {
        client,
        place: redirectPlace(redirectUri),
        scopes: scopes.map((scope) => askedScope(scope, access)),
      }
    },

    async decide(by, { request, baseUrl, allowed }) {
      const { client, redirectUri, codeChallenge, resource, scopes } = await read(by, request, baseUrl)
      const back = new URL(redirectUri)
      if (request.state !== undefined) back.searchParams.set('state', request.state)
      back.searchParams.set('iss', baseUrl) // RFC 9207
      if (allowed === undefined) {
        back.searchParams.set('error', 'access_denied')
        return back.href
      }
      requireFresh(by)
      const granted = scopes.filter((scope) => allowed.includes(scope))
      if (granted.length === 0)
        throw new Problem('invalid-request', 'Allow at least one scope, or refuse.', {
          details: [{ path: 'body.scopes', message: 'must name at least one that was asked for' }],
        })
      const code = generateToken(brands.code, randomBytes)
      const at = now()
      const grant = {
        id: newId('gra'),
        companyId: by.companyId,
        userId: by.actor.id,
        clientId: client.id,
        clientName: client.name,
        redirectUri,
        scopes: granted,
        resource,
        createdAt: at,
        lastUsedAt: at,
      }
      await db.transaction(async (tx) => {
        const sha256 = hashToken(brands.code, code)!
        await grants.insert(tx, grant, { sha256, codeChallenge, expiresAt: new Date(at.getTime() + codeMs) })
        await audit.record(tx, by, {
          at,
          companyId: by.companyId,
          action: 'grant.create',
          target: grant.id,
          after: { client: client.name, clientId: client.id, redirectUri, scopes: granted },
        })
      })
      back.searchParams.set('code', code)
      return back.href
    },
  }
}

/** Shown to the person, who is led nowhere: an address that cannot be trusted gets no answer either. */
const invalid = (why: string) => new Problem('invalid-request', `What this assistant asks for is not valid: ${why}.`)
