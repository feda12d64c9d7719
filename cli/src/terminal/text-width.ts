/** How many columns of a terminal a text takes. */

const zero = /^[\p{Mn}\p{Me}\p{Cf}]$/u
const twice =
  /^[\u{1100}-\u{115f}\u{2e80}-\u{303e}\u{3041}-\u{a4cf}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe30}-\u{fe6f}\u{ff00}-\u{ff60}\u{ffe0}-\u{ffe6}\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]$/u

export function textWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length
  let width = 0
  for (const character of text) width += zero.test(character) ? 0 : twice.test(character) ? 2 : 1
  return width
}

/** The beginning that fits, and whether something was left out. */
export function fitting(text: string, columns: number): { text: string; isCut: boolean } {
  if (textWidth(text) <= columns) return { text, isCut: false }
  let fit = ''
  let width = 0
  for (const character of text) {
    width += textWidth(character)
    if (width > columns) break
    fit += character
  }
  return { text: fit, isCut: true }
}
