/**
 * Text from outside, such as names and logs, made harmless: a terminal obeys control sequences wherever they come from, and
 * characters that change the direction of writing make a line read as something else.
 */
import { esc } from './control.ts'

const colour = new RegExp(`${esc}\\[[\\d;:]*m`, 'g')

/** Controls, separators of lines, what changes direction, what is invisible, and halves of characters. */
const unsafe =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u{61c}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}\u{e0000}-\u{e007f}]/gu

const names: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function shown(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x100) return names[character] ?? `\\x${code.toString(16).padStart(2, '0')}`
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, '0')}` : `\\u{${code.toString(16)}}`
}

/** On one line, with every unsafe character as its escape: `\x1b`. */
export const safeText = (text: string): string => text.replace(unsafe, shown)

/** A line of a log: colours are left out, tabs stay, and everything else that is unsafe is shown as its escape. */
export const safeLogLine = (text: string): string =>
  text.replace(colour, '').replace(/\r$/, '').split('\t').map(safeText).join('\t')

/** JSON in which no unsafe character stands as itself; it means the same. */
export const safeJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, undefined, indent).replace(unsafe, (character) =>
    character === '\n'
      ? character
      : [...Array(character.length).keys()].map((at) => codeUnit(character.charCodeAt(at))).join(''),
  )

const codeUnit = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`
