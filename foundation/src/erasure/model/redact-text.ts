const redacted = '[redacted]'

/**
 * `text` with every mention of a person replaced: whatever the case, the composition of accents and the width of
 * spaces, but whole words only where the script has words, so that erasing "Ann Lee" leaves "Joann Leeds" alone. Returns the same string where
 * there is none.
 */
export function redactText(text: string, mentions: readonly string[]): string {
  const composed = text.normalize('NFC')
  const changed = mentions.reduce((rest, mention) => rest.replace(mentionPattern(mention), redacted), composed)
  return changed === composed ? text : changed
}

/** `value` with every string inside it redacted; names of fields are ours and stay. */
export function redactJson(value: unknown, mentions: readonly string[]): unknown {
  if (typeof value === 'string') return redactText(value, mentions)
  if (Array.isArray(value)) return value.map((item) => redactJson(item, mentions))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redactJson(inner, mentions)]))
}

function mentionPattern(mention: string): RegExp {
  const words = mention.normalize('NFC').trim().split(/\s+/u)
  const literal = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('\\s+')
  const before = startsUnspaced.test(literal) ? '' : `(?<!${wordCharacter})`
  const after = endsUnspaced.test(literal) ? '' : `(?!${wordCharacter})`
  return new RegExp(before + literal + after, 'giu')
}

const wordCharacter = '[\\p{L}\\p{M}\\p{N}]'

/** Scripts that set no spaces between words, or join particles to a name: there, a name ends where it ends. */
const unspaced =
  '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]'
const startsUnspaced = new RegExp(`^${unspaced}`, 'u')
const endsUnspaced = new RegExp(`${unspaced}$`, 'u')
