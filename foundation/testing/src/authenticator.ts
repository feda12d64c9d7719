/** An authenticator in software: what a device, or a thief, would send as passkeys. CBOR as far as it is needed (RFC 8949). */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { sessionHeaders, type TestBrowser } from './signed-in.ts'

export type Algorithm = 'ES256' | 'RS256' | 'EdDSA'

/** What one can lie about. */
export type Signing = {
  origin?: string
  rpId?: string
  type?: string
  count?: number
  isVerified?: boolean
  crossOrigin?: boolean
}

type Asked = { challenge: string; rpId: string }

export class TestPasskey {
  readonly credentialId = randomBytes(32)
  readonly #origin: string
  readonly #algorithm: Algorithm
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject }
  count = 0

  constructor(origin: string, algorithm: Algorithm = 'ES256') {
    this.#origin = origin
    this.#algorithm = algorithm
    this.#keys = pairOf(algorithm)
  }

  get id(): string {
    return this.credentialId.toString('base64url')
  }

  /** `fmt` and `attStmt`: what it says of its maker. */
  register(asked: Asked, lies: Signing = {}, attestation: { fmt: string; attStmt: Cbor } = none) {
    const length = Buffer.from([this.credentialId.length >> 8, this.credentialId.length & 255])
    const credential = Buffer.concat([Buffer.alloc(16), length, this.credentialId, cbor(this.#cose())])
    const authData = Buffer.concat([this.#authenticatorData(asked, lies, 0x40), credential])
    const parts: [Cbor, Cbor][] = [
      ['fmt', attestation.fmt],
      ['attStmt', attestation.attStmt],
      ['authData', authData],
    ]
    return {
      credentialId: this.id,
      clientData: this.#clientData(asked, 'webauthn.create', lies).toString('base64url'),
      attestation: cbor(new Map(parts)).toString('base64url'),
    }
  }

  sign(asked: Asked, lies: Signing = {}) {
    const clientData = this.#clientData(asked, 'webauthn.get', lies)
    const authenticatorData = this.#authenticatorData(asked, lies, 0)
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()])
    const signature = sign(this.#algorithm === 'EdDSA' ? null : 'sha256', signed, this.#keys.privateKey)
    return {
      credentialId: this.id,
      clientData: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
    }
  }

  #clientData({ challenge }: Asked, type: string, lies: Signing): Buffer {
    const { origin = this.#origin, crossOrigin = false } = lies
    return Buffer.from(JSON.stringify({ type: lies.type ?? type, challenge, origin, crossOrigin }))
  }

  #authenticatorData({ rpId }: Asked, lies: Signing, flags: number): Buffer {
    const { isVerified = true, count = this.count } = lies
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(count)
    const hash = createHash('sha256')
      .update(lies.rpId ?? rpId)
      .digest()
    return Buffer.concat([hash, Buffer.from([0x01 | (isVerified ? 0x04 : 0) | flags]), counted])
  }

  /** RFC 9053, sections 2 and 7, and RFC 8230. */
  #cose(): Cbor {
    const jwk = this.#keys.publicKey.export({ format: 'jwk' })
    const part = (name: 'x' | 'y' | 'n' | 'e') => Buffer.from(String(jwk[name]), 'base64url')
    if (this.#algorithm === 'RS256') return cborMap([1, 3], [3, -257], [-1, part('n')], [-2, part('e')])
    if (this.#algorithm === 'EdDSA') return cborMap([1, 1], [3, -8], [-1, 6], [-2, part('x')])
    return cborMap([1, 2], [3, -7], [-1, 1], [-2, part('x')], [-3, part('y')])
  }
}

/** Adds a new passkey for the person of this browser, who is signed in. */
export async function addPasskey(
  browser: Pick<TestBrowser, 'send'>,
  origin: string,
  { name = 'Phone', passkey = new TestPasskey(origin) }: { name?: string; passkey?: TestPasskey } = {},
): Promise<{ id: string; passkey: TestPasskey }> {
  const begun = await browser.send<{ challenge: string; rpId?: string; rp_id?: string }>('POST', '/auth/passkeys/begin')
  const { challenge, rpId, rp_id: rpIdToo } = begun.body
  const given = { name, ...passkey.register({ challenge, rpId: rpId ?? rpIdToo ?? '' }) }
  const body = rpId === undefined ? snakeCased(given) : given
  const added = await browser.send<{ id: string }>('POST', '/auth/passkeys/finish', body)
  if (added.status !== 201) throw new Error(`no passkey was added: ${JSON.stringify(added.body)}`)
  return { id: added.body.id, passkey }
}

/** The same by a session of its own, at `localhost`. */
export async function givePasskey(
  service: Parameters<typeof sessionHeaders>[0] & { baseUrl: string },
  person: { userId: string; companyId: string },
): Promise<{ id: string; passkey: TestPasskey }> {
  const headers = await sessionHeaders(service, person)
  const origin = atLocalhost(service.baseUrl)
  const send = async <T>(method: string, path: string, body?: unknown) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as T,
      cookies: new Map<string, string>(),
    }
  }
  return addPasskey({ send }, origin)
}

export const atLocalhost = (baseUrl: string): string => baseUrl.replace(/127\.0\.0\.1|\[::1\]/, 'localhost')

const snakeCased = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  )

function pairOf(algorithm: Algorithm): { publicKey: KeyObject; privateKey: KeyObject } {
  if (algorithm === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2_048 })
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519')
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

export type Cbor = number | string | Uint8Array | readonly Cbor[] | Map<Cbor, Cbor>

const cborMap = (...parts: [Cbor, Cbor][]): Cbor => new Map(parts)

const none = { fmt: 'none', attStmt: cborMap() }

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, held]) => [cbor(key), cbor(held)])])
  return Buffer.concat([head(4, value.length), ...value.map(cbor)])
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count])
  if (count < 256) return Buffer.from([(major << 5) | 24, count])
  return Buffer.from([(major << 5) | 25, count >> 8, count & 255])
}
