/** Base 62 in the order 0–9, A–Z, a–z: letters and digits only, so a key survives a double click, a URL and a shell. */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The big-endian number in `bytes` as exactly `length` characters, zero padded; `RangeError` if it does not fit. */
export function toBase62(bytes: Uint8Array, length: number): string {
  let rest = bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n)
  let text = ''
  for (let i = 0; i < length; i++) {
    text = alphabet.charAt(Number(rest % 62n)) + text
    rest /= 62n
  }
  if (rest > 0n) throw new RangeError(`${bytes.length} bytes do not fit into ${length} characters of base 62`)
  return text
}

export function isBase62(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const known = (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
    if (!known) return false
  }
  return true
}
