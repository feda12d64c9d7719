/**
 * Sealing: how a secret that we must be able to use again is kept.
 *
 * A secret is encrypted and authenticated with AES-256-GCM under one of the service's **sealing keys**, and bound to the
 * thing it belongs to: copied to another row it does not open. The text names its key, `v1.<key id>.<nonce>.<ciphertext
 * and tag>`, so several keys can be in use at once: the first seals, all open. To change keys, put the new one first,
 * seal everything again, then drop the old one.
 */
import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto'
import type { SealingKeys } from './sealing-keys.ts'

export interface Sealer {
  /** `owner` is the id of what the secret belongs to; the same is needed to open it. */
  seal(secret: string, owner: string): string
  /** Throws `SealError` where the text was changed, belongs to another owner, or its key is not known. */
  open(sealed: string, owner: string): string
  knows(keyId: string): boolean
  /** The key that seals. */
  readonly keyId: string
}

export class SealError extends Error {
  override readonly name = 'SealError'
}

/** 96 random bits, which GCM takes as they are: with one key, 2^32 secrets are safe from a repetition (NIST SP 800-38D, 8.3). */
const nonceBytes = 12
const tagBytes = 16
const cipher = 'aes-256-gcm'
const form = 'v1'

export function makeSealer(keys: SealingKeys, { randomBytes }: { randomBytes: (count: number) => Uint8Array }): Sealer {
  const keyId = keys[0].id
  const known = new Map<string, KeyObject>(keys.map(({ id, bytes }) => [id, createSecretKey(bytes)]))
  return {
    keyId,
    knows: (id) => known.has(id),

    seal(secret, owner) {
      if (!secret.isWellFormed()) throw new RangeError('Text with an unpaired surrogate cannot be sealed.')
      const nonce = randomBytes(nonceBytes)
      const sealing = createCipheriv(cipher, known.get(keyId)!, nonce).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([sealing.update(secret, 'utf8'), sealing.final(), sealing.getAuthTag()])
      return [form, keyId, Buffer.from(nonce).toString('base64url'), sealed.toString('base64url')].join('.')
    },

    open(sealed, owner) {
      const { keyId, nonce, ciphertext, tag } = readSealed(sealed)
      const key = known.get(keyId)
      if (!key) throw new SealError(`The sealing key ${keyId} is not known here.`)
      const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(owner))
      opening.setAuthTag(tag)
      try {
        return Buffer.concat([opening.update(ciphertext), opening.final()]).toString()
      } catch (cause) {
        throw new SealError(`The sealed text does not open as one of ${owner} under the key ${keyId}.`, { cause })
      }
    },
  }
}

/** Which key a sealed text needs. */
export const sealingKeyIdOf = (sealed: string): string => readSealed(sealed).keyId

function readSealed(sealed: string) {
  const [version, keyId, nonce, rest, ...more] = sealed.split('.')
  if (version !== form || keyId === undefined || nonce === undefined || rest === undefined || more.length > 0) {
    throw new SealError('This is no sealed text of ours.')
  }
  const [nonceRead, restRead] = [decode(nonce), decode(rest)]
  if (nonceRead.length !== nonceBytes || restRead.length < tagBytes)
    throw new SealError('The sealed text is cut short.')
  return {
    keyId,
    nonce: nonceRead,
    ciphertext: restRead.subarray(0, -tagBytes),
    tag: restRead.subarray(-tagBytes),
  }
}

/** Strict, where Node's own decoder passes over what it does not know. */
function decode(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.toString('base64url') !== text) throw new SealError('The sealed text is not base64url.')
  return bytes
}
