/**
 * The names that one UN alias holds. Most hold one; others several, joined by `; ` or numbered `a) … b) …`, or one in
 * two scripts (`Jin Tiesan (金铁三)`), or a remark along with the name (`…, born in Kandahar on …`).
 */

export function unNames(alias: string): string[] {
  return splitOutsideBrackets(withoutRemarks(alias.replace(/\s+/g, ' ')))
    .flatMap((part) => part.split(/(?:^|\s)[a-h]\)\s/))
    .flatMap(byScript)
    .map(bare)
    .filter((name) => name !== '')
}

const bracketedRemark =
  /\s*\((?:birth name|combat name|previously listed as|original script|third|false identity\b[^()]*)\)/gi

const withoutRemarks = (text: string): string =>
  text
    .replace(/,? born (?:in|on|\d).*$/i, '')
    .replace(/\boriginal script:\s*/gi, '')
    .replace(/\s*-\s*sub-unit name\b/gi, '')
    .replace(bracketedRemark, '')

/** Without what splitting leaves at the ends, nor the quotes around a nickname. */
const bare = (text: string): string =>
  text
    .replace(/^[\s),.]+|[\s,]+$/g, '')
    .replace(/^["“”](.*)["“”]$/, '$1')
    .trim()

function splitOutsideBrackets(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '(') depth += 1
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if ((character === ';' || character === '؛') && depth === 0) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}

const latin = /\p{Script=Latin}/u
const otherLetters = /(?!\p{Script=Latin})\p{L}/u

/** The last brackets hold a name of their own where they are in the other script; else they belong to the name. */
function byScript(text: string): string[] {
  const close = text.search(/\)[\s,.]*$/)
  const open = openingBracket(text, close)
  if (open < 1) return [text]
  const before = text.slice(0, open)
  const inside = text.slice(open + 1, close)
  const differs = otherLetters.test(before) ? latin.test(inside) : otherLetters.test(inside)
  return differs ? [before, ...splitOutsideBrackets(inside).flatMap(byScript)] : [text]
}

/** Where the bracket opens that closes at `close`; −1 where none does. */
function openingBracket(text: string, close: number): number {
  let depth = 0
  for (let at = close; at >= 0; at -= 1) {
    if (text[at] === ')') depth += 1
    else if (text[at] === '(') depth -= 1
    if (depth === 0) return at
  }
  return -1
}
