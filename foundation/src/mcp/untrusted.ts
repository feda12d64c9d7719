/**
 * Text of strangers: headlines, logs, responses of receivers. What reads a result for a person, a language model first
 * of all, must be able to tell it from what the service says. So its field is called `untrusted_…`, wherever it stands.
 */

export const untrustedName = (name: string, untrusted: ReadonlySet<string>): string =>
  untrusted.has(name) ? `untrusted_${name}` : name

/** The value with the fields named so; control characters, which terminals act on, are shown and not kept. */
export function markUntrusted(value: unknown, untrusted: ReadonlySet<string>): unknown {
  if (untrusted.size === 0 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => markUntrusted(one, untrusted))
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) =>
      untrusted.has(name) ? [`untrusted_${name}`, harmless(one)] : [name, markUntrusted(one, untrusted)],
    ),
  )
}

/** Invisible characters carry orders that nobody sees: format characters such as tags, zero-width ones and overrides. */
const invisible = /[\p{Cc}\p{Cf}]/gu
const kept = new Set(['\n', '\t'])

function harmless(value: unknown): unknown {
  if (typeof value === 'string') {
    return value
      .toWellFormed()
      .replace(invisible, (character) => (kept.has(character) ? character : shownCode(character)))
  }
  if (Array.isArray(value)) return value.map(harmless)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, harmless(one)]))
}

const shownCode = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`
