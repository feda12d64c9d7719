/** The code that a person compares, and types where the browser is on another machine: eight consonants, which make no words. */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ'
const length = 8

/** About 2.6 × 10¹⁰ codes, each as likely. */
export function generateUserCode(randomBytes: (count: number) => Uint8Array): string {
  let code = ''
  const fair = 256 - (256 % alphabet.length)
  while (code.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < fair && code.length < length) code += alphabet[byte % alphabet.length]
    }
  }
  return code
}

/** As it is shown: `BCDF-GHJK`. */
export const shownUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/** A code as somebody typed it; undefined for what can be none. */
export function readUserCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  return code.length === length && [...code].every((letter) => alphabet.includes(letter)) ? code : undefined
}
