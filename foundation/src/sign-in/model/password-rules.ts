/**
 * What a password may be. It is compared as the profile OpaqueString of RFC 8265 prepares it, so that it is the same on
 * every keyboard: other spaces become spaces, composed and decomposed letters are one, nothing else is changed.
 *
 * There are no rules of composition (NIST SP 800-63B, 5.1.1.2): twelve characters, and none of what is guessed first.
 */
export const minPasswordLength = 12
/** In code points. Long enough for any phrase; short enough to cost nothing. */
export const maxPasswordLength = 256

/** The password as it is hashed; undefined where no password can be so: empty, too long, with control characters. */
export function preparePassword(given: string): string | undefined {
  if (given.length > 4 * maxPasswordLength || !given.isWellFormed()) return undefined
  const password = given.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC')
  if (password === '' || [...password].length > maxPasswordLength || /[\p{Cc}\p{Cn}\p{Cs}]/u.test(password)) {
    return undefined
  }
  return password
}

/** Why a password cannot be chosen; undefined where it can. `known` are words that others know of the person. */
export function passwordFault(given: string, known: readonly string[]): string | undefined {
  const password = preparePassword(given)
  if (password === undefined)
    return `must have ${minPasswordLength} to ${maxPasswordLength} characters, none of them a control character`
  if ([...password].length < minPasswordLength) return `must have at least ${minPasswordLength} characters`
  const bare = bareOf(password)
  if (new Set(bare).size < 5 || isRun(bare)) return 'must not be one character, or a row of them, over and over'
  const rest = common.reduce((text, word) => text.replaceAll(word, ''), bare).replaceAll(/\d/g, '')
  if (rest.length < 4) return 'must not be made of the commonest passwords'
  const words = known.flatMap((text) => [bareOf(text), ...text.split(/[^\p{L}\p{N}]+/u).map(bareOf)])
  const own = words.filter((word) => word.length >= 4).sort((a, b) => b.length - a.length)
  const without = own.reduce((text, word) => text.replaceAll(word, ''), bare)
  if (without.length < bare.length && without.length < 6) return 'must not be your name, e-mail address or company'
  return undefined
}

/** In lower case, with digits and signs for the letters that they stand for. */
const bareOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[@$!]/g, (sign) => ({ '@': 'a', $: 's', '!': 'i' })[sign] ?? sign)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** `abcdefghijkl`, `123412341234`: each character follows from the one before, or the text repeats a short piece. */
function isRun(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, i) => code - (codes[i] ?? 0))
  if (steps.filter((step) => step === 1 || step === -1 || step === -9).length >= steps.length - 1) return true
  for (let size = 1; size <= 4; size++) {
    const piece = text.slice(0, size)
    if (piece.repeat(Math.ceil(text.length / size)).startsWith(text)) return true
  }
  return false
}

/** Words that lists of leaked passwords begin with, the longest first: what is made of them alone is guessed at once. */
const common = [
  ...['administrator', 'correcthorsebatterystaple', 'passwortpasswort', 'changemeplease', 'letmeinplease', 'trustno1'],
  ...[
    'qwertzuiopasdf',
    'qwertyuiopasdf',
    'azertyuiopqs',
    'qwertyuiop',
    'qwertzuiop',
    'azertyuiop',
    'asdfghjkl',
    'zxcvbnm',
  ],
  ...[
    '1q2w3e4r5t6y',
    '1q2w3e4r',
    'qazwsxedc',
    'zaq12wsx',
    'passwort',
    'password',
    'motdepasse',
    'contrasena',
    'parola',
  ],
  ...[
    'football',
    'baseball',
    'princess',
    'sunshine',
    'superman',
    'iloveyou',
    'starwars',
    'whatever',
    'dragon',
    'monkey',
  ],
  ...['welcome', 'letmein', 'changeme', 'master', 'shadow', 'qwerty', 'qwertz', 'azerty', 'abc123', 'summer', 'winter'],
  ...[
    'spring',
    'autumn',
    'secret',
    'hello',
    'login',
    'admin',
    'default',
    'service',
    'test',
    'demo',
    'pass',
    'user',
    'root',
  ],
].sort((a, b) => b.length - a.length)
