/** Signed requests of ACME (RFC 8555, 6.2): JSON Web Signatures in their flattened form. */
import { createHash, createHmac, createPublicKey, type KeyObject, sign } from 'node:crypto'

type Header = Readonly<Record<string, unknown>>

/** ES256; without a payload it is a request to read (POST-as-GET). */
export function signed(key: KeyObject, header: Header, payload: unknown): string {
  return flattened({ alg: 'ES256', ...header }, payload, (text) =>
    sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }),
  )
}

/** HS256, by which an account is bound to one that the operator has with the authority (7.3.4). */
export const bound = (secret: Uint8Array, header: Header, payload: unknown): unknown =>
  JSON.parse(
    flattened({ alg: 'HS256', ...header }, payload, (text) => createHmac('sha256', secret).update(text).digest()),
  )

/** The public half. */
export function publicJwk(key: KeyObject): Header {
  const { crv, kty, x, y } = createPublicKey(key).export({ format: 'jwk' })
  return { crv, kty, x, y } // in the order of their names, as the thumbprint needs them (RFC 7638)
}

export const thumbprint = (key: KeyObject): string =>
  createHash('sha256')
    .update(JSON.stringify(publicJwk(key)))
    .digest('base64url')

function flattened(header: Header, payload: unknown, signature: (text: string) => Buffer): string {
  const head = Buffer.from(JSON.stringify(header)).toString('base64url')
  const body = payload === undefined ? '' : Buffer.from(JSON.stringify(payload)).toString('base64url')
  return JSON.stringify({
    protected: head,
    payload: body,
    signature: signature(`${head}.${body}`).toString('base64url'),
  })
}
