const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 10

/** A DNS label such as `dep-4k2m9x7q1a`: 50 random bits, so that endpoints cannot be guessed. */
export function makeEndpointName(randomBytes: (count: number) => Uint8Array): string {
  let name = 'dep-'
  for (const byte of randomBytes(length)) name += alphabet[byte & 31]
  return name
}
