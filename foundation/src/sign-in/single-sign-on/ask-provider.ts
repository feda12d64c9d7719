/**
 * What the service asks a provider (OpenID Connect Core and Discovery 1.0): its metadata, the tokens for a code, its keys. All of
 * it goes through the guard of outgoing requests. The library checks issuer, audience, times, nonce and signature. Keys are kept
 * for minutes; one that is not among them is looked for again, so a provider may change its keys at any time.
 */
import * as oauth from 'oauth4webapi'
import { LruMap } from '../../lru-map.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { Problem } from '../../problem.ts'

export type Provider = { issuer: string; clientId: string; secret: string }

/** What the provider says of a person. */
export type Claims = Readonly<Record<string, unknown>> & { sub: string; auth_time?: number }

export type AskProvider = {
  /** Where a browser is sent to. */
  addressOf(provider: Provider, parameters: Readonly<Record<string, string>>): Promise<string>
  /** Of the person whose code this is. `maxAgeSeconds`: they must have proved who they are so recently. */
  claimsFor(
    provider: Provider,
    given: {
      parameters: URLSearchParams
      state: string
      nonce: string
      verifier: string
      redirectUri: string
      maxAgeSeconds: number | undefined
    },
  ): Promise<Claims>
  /** Throws, in words, where there is no provider at this address. */
  check(issuer: string): Promise<void>
}

const keptMs = 10 * 60_000
const maxBytes = 256 * 1024
const timeoutMs = 5_000

type Known = { server: oauth.AuthorizationServer; until: number; hasKeys: boolean }

/** The provider, or what stands between, is at fault; the person can do nothing about it but say so. */
export const providerFailed = { code: 'provider-failed', status: 502 } as const

export function makeAskProvider({ outbound, now }: { outbound: Pick<Outbound, 'get'>; now: () => Date }): AskProvider {
  const known = new LruMap<string, Known>(200)
  const options = { [oauth.customFetch]: guarded(outbound), [oauth.allowInsecureRequests]: true } as const

  async function find(issuer: string): Promise<Known> {
    const kept = known.get(issuer)
    if (kept && kept.until > now().getTime()) return kept
    const response = await oauth.discoveryRequest(new URL(issuer), options)
    const server = await oauth.processDiscoveryResponse(new URL(issuer), response)
    const found = { server, until: now().getTime() + keptMs, hasKeys: false }
    known.set(issuer, found)
    return found
  }

  /** With the keys that are kept, which the library does by the object of the metadata; then with those of now. */
  async function verifySignature(response: Response, found: Known): Promise<void> {
    const verify = () => oauth.validateApplicationLevelSignature(found.server, response, options)
    const hadKeys = found.hasKeys
    found.hasKeys = true
    await verify().catch((error: unknown) => {
      if (!hadKeys) throw error
      found.server = { ...found.server }
      return verify()
    })
  }

  return {
    async addressOf({ issuer, clientId }, parameters) {
      const { server } = await find(issuer).catch((error: unknown) => fail(error))
      if (server.authorization_endpoint === undefined) throw new Problem(providerFailed, noEndpoint)
      const address = new URL(server.authorization_endpoint)
      if (!isWeb(address) || (issuer.startsWith('https:') && address.protocol !== 'https:'))
        throw new Problem(providerFailed, noEndpoint)
      address.searchParams.set('client_id', clientId)
      for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
      return address.href
    },

    async claimsFor({ issuer, clientId, secret }, { parameters, state, nonce, verifier, redirectUri, maxAgeSeconds }) {
      try {
        const found = await find(issuer)
        const { server } = found
        const client = { client_id: clientId, [oauth.clockTolerance]: 60 }
        const valid = oauth.validateAuthResponse(server, client, parameters, state)
        const proof =
          server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') === false
            ? oauth.ClientSecretPost(secret)
            : oauth.ClientSecretBasic(secret)
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          proof,
          valid,
          redirectUri,
          verifier,
          options,
        )
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
          expectedNonce: nonce,
          requireIdToken: true,
          ...(maxAgeSeconds !== undefined && { maxAge: maxAgeSeconds }),
        })
        await verifySignature(response, found)
        const claims = oauth.getValidatedIdTokenClaims(tokens)
        if (!claims) throw new Error('there are no claims')
        if (claims.email !== undefined || server.userinfo_endpoint === undefined) return claims as Claims
        // Many say only there who somebody is.
        const asked = await oauth.userInfoRequest(server, client, tokens.access_token, options)
        return { ...(await oauth.processUserInfoResponse(server, client, claims.sub, asked)), ...claims } as Claims
      } catch (error) {
        return fail(error)
      }
    },

    async check(issuer) {
      known.deleteWhere(({ server }) => server.issuer === issuer)
      await find(issuer).catch((error: unknown) => fail(error))
    },
  }
}

const noEndpoint = 'The sign-in service of your company does not say where people sign in.'

const isWeb = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:'

/** In words, without what a stranger wrote; the rest is for the log. */
function fail(cause: unknown): never {
  if (cause instanceof Problem) throw cause
  if (cause instanceof oauth.AuthorizationResponseError)
    throw new Problem(
      { code: 'sign-in-refused', status: 403 },
      cause.error === 'access_denied'
        ? 'The sign-in was refused or cancelled at your company’s sign-in service.'
        : 'Your company’s sign-in service refused the request of this service.',
      { cause },
    )
  throw new Problem(
    providerFailed,
    'The response of your company’s sign-in service could not be used. Try again; if it happens again, tell your administrator.',
    { cause },
  )
}

/** `fetch`, as far as the library needs it, through the guard. */
function guarded(outbound: Pick<Outbound, 'get'>) {
  return async (
    url: string,
    { method, headers, body }: oauth.CustomFetchOptions<string, unknown>,
  ): Promise<Response> => {
    const found = await outbound.get({
      url,
      headers: { ...headers },
      ...(method === 'POST' && { post: String(body) }),
      timeoutMs,
      maxBytes,
      maxInflatedBytes: maxBytes,
    })
    if (found.kind === 'failed') throw new Error(`the provider could not be asked: ${found.error}`)
    const { 'content-encoding': _unpacked, 'content-length': _length, ...rest } = found.headers
    return new Response([204, 304].includes(found.status) ? null : Uint8Array.from(found.body), {
      status: found.status,
      headers: rest,
    })
  }
}
