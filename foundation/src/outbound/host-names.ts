/** Host names, as `URL` writes them: lower case, ASCII, percent-encoding and dots of other scripts undone. */

/** Letters, digits, hyphens and underscores, in labels of 1 to 63 that one dot divides; no dot at the end. */
const wellFormed =
  /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/

/**
 * Endings that are reserved for use inside a machine or a network (the IANA registry of special-use names, and ICANN's
 * reservation of `internal`), or are so used, though by nobody's leave.
 */
const insideEndings = new Set([
  'localhost', // RFC 6761
  'local', // RFC 6762
  'internal', // ICANN, 2024
  'home.arpa', // RFC 8375
  'test', // RFC 6761
  'invalid', // RFC 6761
  'onion', // RFC 7686
  'alt', // RFC 9476
  'localdomain',
  'lan',
  'home',
  'corp',
  'intranet',
  'private',
])

/** Names of the services that `metadataServices` has by address: a resolver inside may give any address for them. */
const metadataNames = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'metadata.azure.com',
  'metadata.tencentyun.com',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'instance-data',
  'instance-data.ec2.internal',
  'rancher-metadata',
])

export const isWellFormedName = (name: string): boolean => wellFormed.test(name)

export const isMetadataName = (name: string): boolean => metadataNames.has(name)

/** Whether a name means something only inside a network: it has no dot, or a reserved ending. */
export function isInsideName(name: string): boolean {
  const labels = name.split('.')
  return labels.length === 1 || insideEndings.has(labels.at(-1)!) || insideEndings.has(labels.slice(-2).join('.'))
}
