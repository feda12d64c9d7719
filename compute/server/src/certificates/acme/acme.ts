/**
 * A client of ACME (RFC 8555), as much of it as one name and its proof over HTTP need: each function is one request. What the
 * authority says is not trusted further than it has to be: it is read up to a limit, and through the guard of outgoing requests.
 */
import type { KeyObject } from 'node:crypto'
import type { Outbound, OutboundDocument } from '@service/foundation/outbound/outbound.ts'
import { bound, publicJwk, signed, thumbprint } from './jws.ts'

export { certificateRequest } from './csr.ts'
export { AcmeFailure }

export type AcmeSettings = {
  directory: string
  contact: string | undefined
  /** What binds the account to one that the operator has there. */
  externalAccount: { keyId: string; secret: Uint8Array } | undefined
}

export type Account = { key: KeyObject; url: string }

type Problem = { type?: string; detail?: string }
type Waiting = { retryAfterMs: number | undefined }
export type Order = Waiting & {
  status: 'pending' | 'ready' | 'processing' | 'valid' | 'invalid'
  authorizations: string[]
  finalize: string
  certificate?: string
  error?: Problem
}
export type Challenge = { type: string; url: string; status: string; token: string; error?: Problem }
export type Authorization = { status: string; challenges: Challenge[] }

export type AcmeClient = {
  /** Registers the key, or finds the account that it has. Returns the account's address. */
  register(key: KeyObject): Promise<string>
  /** Returns the order's address. */
  newOrder(account: Account, name: string): Promise<string>
  order(account: Account, url: string): Promise<Order>
  authorization(account: Account, url: string): Promise<Authorization>
  /** Says that the token can be looked for. */
  accept(account: Account, url: string): Promise<void>
  finalize(account: Account, url: string, request: Buffer): Promise<void>
  /** With its chain, in PEM. */
  certificate(account: Account, url: string): Promise<string>
}

/** What a request for the token is answered with. */
export const responseTo = (token: string, { key }: Account): string => `${token}.${thumbprint(key)}`

/** `message` is for people: it is shown to the company whose domain it is. */
class AcmeFailure extends Error {
  override readonly name = 'AcmeFailure'
  readonly type: string
  readonly isTemporary: boolean
  readonly retryAfterMs: number | undefined

  constructor(message: string, { type = '', isTemporary = false, retryAfterMs }: FailureDetails) {
    super(message)
    this.type = type
    this.isTemporary = isTemporary
    this.retryAfterMs = retryAfterMs
  }
}

type FailureDetails = { type?: string; isTemporary?: boolean; retryAfterMs?: number | undefined }
type Directory = { newNonce: string; newAccount: string; newOrder: string }
type Response = Extract<OutboundDocument, { kind: 'answered' }>

const timeoutMs = 15_000
const maxBytes = 256 * 1024
const directoryKeptMs = 3_600_000
/** Authorities refuse nonces that are old, and some refuse others to keep their clients awake. */
const maxNoncesTried = 5
const maxNoncesKept = 16
const errors = 'urn:ietf:params:acme:error:'

type Deps = { outbound: Pick<Outbound, 'get'>; now: () => Date }

export function makeAcmeClient({ outbound, now }: Deps, settings: AcmeSettings): AcmeClient {
  const nonces: string[] = []
  let known: { directory: Directory; untilMs: number } | undefined

  async function ask(url: string, post?: string): Promise<Response> {
    const outcome = await outbound.get({
      url,
      headers: {
        'user-agent': 'service-gateway',
        accept: '*/*',
        ...(post !== undefined && { 'content-type': 'application/jose+json' }),
      },
      ...(post !== undefined && { post }),
      timeoutMs,
      maxBytes,
      maxInflatedBytes: maxBytes,
    })
    if (outcome.kind === 'failed')
      throw new AcmeFailure(`The certificate authority cannot be reached (${outcome.error}).`, { isTemporary: true })
    const nonce = outcome.headers['replay-nonce']
    if (nonce !== undefined && nonces.length < maxNoncesKept) nonces.push(nonce)
    return outcome
  }

  async function directory(): Promise<Directory> {
    if (known && known.untilMs > now().getTime()) return known.directory
    const response = await ask(settings.directory)
    const found = response.status === 200 ? (jsonOf(response) as Partial<Directory>) : {}
    const { newNonce, newAccount, newOrder } = found
    if (typeof newNonce !== 'string' || typeof newAccount !== 'string' || typeof newOrder !== 'string')
      throw new AcmeFailure('The address of the certificate authority is not that of an ACME directory.', {
        isTemporary: true,
      })
    known = { directory: { newNonce, newAccount, newOrder }, untilMs: now().getTime() + directoryKeptMs }
    return known.directory
  }

  async function takeNonce(): Promise<string> {
    if (nonces.length === 0) await ask((await directory()).newNonce)
    const nonce = nonces.shift()
    if (nonce === undefined) throw new AcmeFailure('The certificate authority gave no nonce.', { isTemporary: true })
    return nonce
  }

  async function send(key: KeyObject, url: string, by: { kid: string } | { jwk: unknown }, payload?: unknown) {
    for (let tried = 1; ; tried++) {
      const response = await ask(url, signed(key, { ...by, nonce: await takeNonce(), url }, payload))
      if (response.status < 300) return response
      const failure = failureOf(response, now())
      if (failure.type !== `${errors}badNonce` || tried === maxNoncesTried) throw failure
    }
  }

  const post = ({ key, url: kid }: Account, url: string, payload?: unknown) => send(key, url, { kid }, payload)

  return {
    async register(key) {
      const { newAccount: url } = await directory()
      const { contact, externalAccount } = settings
      const jwk = publicJwk(key)
      const response = await send(
        key,
        url,
        { jwk },
        {
          termsOfServiceAgreed: true,
          ...(contact !== undefined && { contact: [`mailto:${contact}`] }),
          ...(externalAccount && {
            externalAccountBinding: bound(externalAccount.secret, { kid: externalAccount.keyId, url }, jwk),
          }),
        },
      )
      return locationOf(response)
    },
    async newOrder(account, name) {
      const { newOrder } = await directory()
      return locationOf(await post(account, newOrder, { identifiers: [{ type: 'dns', value: name }] }))
    },
    async order(account, url) {
      const response = await post(account, url)
      return { ...(jsonOf(response) as Omit<Order, 'retryAfterMs'>), retryAfterMs: retryAfterMsOf(response, now()) }
    },
    authorization: async (account, url) => jsonOf(await post(account, url)) as Authorization,
    accept: async (account, url) => void (await post(account, url, {})),
    finalize: async (account, url, request) => void (await post(account, url, { csr: request.toString('base64url') })),
    certificate: async (account, url) => Buffer.from((await post(account, url)).body).toString('latin1'),
  }
}

/** Why it refuses, in its own words as far as they are short. */
export const refusalOf = ({ type, detail }: Problem = {}): AcmeFailure =>
  new AcmeFailure(`The certificate authority refused: ${wordsOf({ type, detail })}`, { type: type ?? '' })

function failureOf(response: Response, now: Date): AcmeFailure {
  const { status } = response
  const problem = attempt(() => jsonOf(response) as Problem) ?? {}
  const { type = '' } = problem
  const isTemporary = status >= 500 || status === 429 || type === `${errors}rateLimited`
  const retryAfterMs = retryAfterMsOf(response, now)
  return new AcmeFailure(`The certificate authority refused: ${wordsOf(problem, status)}`, {
    type,
    isTemporary,
    retryAfterMs,
  })
}

/** From outside, so one line of visible characters. */
const wordsOf = ({ type, detail }: { type?: unknown; detail?: unknown }, status?: number): string => {
  const said = String(detail ?? type ?? (status === undefined ? 'no reason given' : `status ${status}`))
  return said
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, 300)
}

function jsonOf({ body }: Response): unknown {
  const read = attempt(() => JSON.parse(Buffer.from(body).toString()) as unknown)
  if (typeof read === 'object' && read !== null) return read
  throw new AcmeFailure('The certificate authority did not respond in JSON.', { isTemporary: true })
}

function locationOf({ headers }: Response): string {
  const { location } = headers
  if (location !== undefined) return location
  throw new AcmeFailure('The certificate authority named no address of what it made.', { isTemporary: true })
}

const maxRetryAfterMs = 7 * 24 * 3_600_000

/** Seconds or a date. */
function retryAfterMsOf({ headers }: Response, now: Date): number | undefined {
  const text = headers['retry-after']
  if (text === undefined) return undefined
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime()
  return Number.isNaN(ms) ? undefined : Math.min(maxRetryAfterMs, Math.max(0, ms))
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
