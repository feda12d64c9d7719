/**
 * Text of strangers, such as what a container writes, so that every character of it can be seen and none has an effect:
 * control characters as their pictures (`␛[31m`), what changes the direction of writing by its number (`⟨U+202E⟩`).
 */
export const visibleText = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu, picture)

function picture(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (character === '\t') return character
  if (code < 0x20) return String.fromCodePoint(0x2400 + code)
  if (code === 0x7f) return '␡'
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
}
