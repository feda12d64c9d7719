/**
 * A request for a certificate (PKCS #10, RFC 2986) for one name, in DER. The name stands in the extension alone: the subject is
 * empty, as authorities want it for names longer than 64 characters.
 */
import { createPublicKey, type KeyObject, sign } from 'node:crypto'

const sequence = 0x30
const set = 0x31
const integer = 0x02
const bitString = 0x03
const octetString = 0x04
const attributes = 0xa0
const dnsName = 0x82

/** Object identifiers, whole. */
const ecdsaWithSha256 = Buffer.from('06082a8648ce3d040302', 'hex')
const extensionRequest = Buffer.from('06092a864886f70d01090e', 'hex')
const subjectAltName = Buffer.from('0603551d11', 'hex')

/** `key` is a private one on the curve P-256. */
export function certificateRequest(name: string, key: KeyObject): Buffer {
  const names = der(sequence, der(dnsName, Buffer.from(name, 'ascii')))
  const extension = der(sequence, subjectAltName, der(octetString, names))
  const info = der(
    sequence,
    der(integer, Buffer.of(0)),
    der(sequence),
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    der(attributes, der(sequence, extensionRequest, der(set, der(sequence, extension)))),
  )
  const signature = der(bitString, Buffer.of(0), sign('sha256', info, key))
  return der(sequence, info, der(sequence, ecdsaWithSha256), signature)
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content])
  const bytes = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...bytes), content])
}
