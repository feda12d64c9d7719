/**
 * Ids that sort by the time they were made: `key_` + 26 characters of Crockford's base 32 (10 of milliseconds since
 * 1970, 16 of randomness). Ids of one process are strictly ascending, even within a millisecond or when the clock steps
 * back, so "newest first" is an index scan and a page cursor can be an id.
 */
export type NewId = (prefix: string) => string

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const timeLength = 10
const randomByteCount = 10

export function makeNewId({
  now,
  randomBytes,
}: {
  now: () => Date
  randomBytes: (count: number) => Uint8Array
}): NewId {
  let lastMs = -1
  let random: Uint8Array = new Uint8Array(randomByteCount)
  return (prefix) => {
    const ms = now().getTime()
    if (ms > lastMs) {
      lastMs = ms
      const [first = 0, ...rest] = randomBytes(randomByteCount)
      random = Uint8Array.of(first & 0x7f, ...rest) // room to count up within the millisecond
    } else {
      increment(random)
    }
    return `${prefix}_${encodeTime(lastMs)}${encodeBytes(random)}`
  }
}

/** Sorts before every id made at this time or later: a filter by time becomes a range of ids. */
export const firstIdAt = (prefix: string, at: Date): string => `${prefix}_${encodeTime(Math.max(0, at.getTime()))}`

function increment(bytes: Uint8Array): void {
  for (let i = bytes.length - 1; i >= 0; i--) {
    const raised = ((bytes[i] ?? 0) + 1) & 0xff
    bytes[i] = raised
    if (raised !== 0) return
  }
}

function encodeTime(ms: number): string {
  let text = ''
  let rest = ms
  for (let i = 0; i < timeLength; i++) {
    text = alphabet.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

function encodeBytes(bytes: Uint8Array): string {
  let text = ''
  let held = 0
  let heldBits = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    heldBits += 8
    while (heldBits >= 5) {
      heldBits -= 5
      text += alphabet[(held >> heldBits) & 31]
    }
    held &= (1 << heldBits) - 1
  }
  return text
}
