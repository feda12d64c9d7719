/** The names of one entry, tidied: each once, the primary first. Letters, case, commas and script stay as listed. */
import type { ListedName } from '@service/reputation-domain/lists/model/entry.ts'
import { ListFormatError } from './list-format-error.ts'

/**
 * The longest genuine name has some 500 characters. A longer one means that a lost quote has swallowed the entries
 * behind it, or that someone is feeding us; leaving it out would leave out a subject in silence, so the file is refused.
 */
const maxNameLength = 2_000

/** The first candidate is the primary name. Candidates without a letter or digit are dropped; `[]` when none is left. */
export function tidyNames(candidates: readonly Omit<ListedName, 'kind'>[]): ListedName[] {
  const byName = new Map<string, ListedName>()
  for (const candidate of candidates) {
    const name = tidyName(candidate.name)
    if (!name) continue
    const same = byName.get(name)
    if (!same) byName.set(name, { ...candidate, name, kind: byName.size === 0 ? 'primary' : 'alias' })
    else if (candidate.strength === 'strong') same.strength = 'strong'
  }
  return [...byName.values()]
}

/** Without markup, invisible characters and odd spaces; empty where nothing can be read. */
export function tidyName(raw: string): string {
  if (raw.length > maxNameLength) {
    throw new ListFormatError(
      `A name of ${raw.length} characters, "${raw.slice(0, 60)} …", cannot be genuine (the most is ${maxNameLength}): ` +
        'the file is damaged or hostile. Download it again.',
    )
  }
  const text = raw.includes('&') ? unescapeTwice(raw) : raw
  const tidy = text
    .replace(invisible, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return /[\p{L}\p{N}]/u.test(tidy) ? tidy : ''
}

/** Bidirectional marks, soft hyphens, zero-width spaces. The zero-width joiners are Persian and Indic spelling: kept. */
const invisible = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

const namedCharacters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Some systems upstream escape a name that is escaped already; what the XML reader leaves is `&amp;` or `&#39;`. */
function unescapeTwice(text: string): string {
  return text.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hexadecimal, named) => {
    if (named) return namedCharacters[String(named).toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole
  })
}
