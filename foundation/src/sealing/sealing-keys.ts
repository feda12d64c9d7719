/** The keys that seal secrets, as they are written in a setting or a file: `<id>:<base64 of 32 bytes>`, the newest first. */

/** `id` is written into every sealed text, so that a key can be changed without sealing everything again at once. */
export type SealingKey = { id: string; bytes: Uint8Array }

/** At least one; the first seals, all open. */
export type SealingKeys = readonly [SealingKey, ...SealingKey[]]

export const sealingKeyBytes = 32

/** Separated by commas or line ends; lines that begin with `#` are left to people. Throws `RangeError`, in words that repeat no key. */
export function parseSealingKeys(text: string): SealingKeys {
  const [first, ...others] = text
    .split(/\r?\n/)
    .filter((line) => !line.trimStart().startsWith('#'))
    .flatMap((line) => line.split(','))
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseKey)
  if (!first) throw new RangeError('must hold at least one key as <id>:<base64 of 32 bytes>')
  const keys: SealingKeys = [first, ...others]
  const twice = keys.find(({ id }, i) => keys.findIndex((key) => key.id === id) !== i)
  if (twice) throw new RangeError(`must not name the key ${twice.id} twice`)
  return keys
}

export const formatSealingKey = ({ id, bytes }: SealingKey): string => `${id}:${Buffer.from(bytes).toString('base64')}`

function parseKey(text: string, index: number): SealingKey {
  const which = `key ${index + 1}`
  const [id = '', encoded, ...rest] = text.split(':')
  if (encoded === undefined || rest.length > 0) {
    throw new RangeError(`must list keys as <id>:<base64 of 32 bytes>; ${which} is not`)
  }
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(id)) {
    throw new RangeError(`must name each key by 1 to 32 letters, digits, - or _; ${which} is not`)
  }
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.length !== sealingKeyBytes || bytes.toString('base64') !== encoded) {
    throw new RangeError(`must give each key as base64 of 32 bytes, as \`openssl rand -base64 32\` does; ${id} is not`)
  }
  return { id, bytes }
}
