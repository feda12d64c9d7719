/**
 * The names that one UN alias holds. Most hold one; others several, joined by `; ` or numbered `a) … b) …`, or one in
 * two scripts (`Jin Tiesan (金铁三)`), or a remark along with the name (`…, born in Kandahar on …`).
 */

export function unNames(alias: string): string[] {
  return splitOutsideBrackets(alias.replace(/\s+/g, ' '))
    .flatMap((part) => part.split(/(?:^|\s)[a-h]\)\s/))
    .flatMap(byScript)
    .map(withoutRemarks)
    .filter((name) => name !== '')
}

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

const trailingBrackets = /^(.*?\S)\s*\((.+)\)[\s,.]*$/
const latin = /\p{Script=Latin}/u
const otherLetters = /(?!\p{Script=Latin})\p{L}/u

/** The bracketed part is a name of its own where it is in the other script; else it belongs to the name. */
function byScript(text: string): string[] {
  const [, before, inside] = trailingBrackets.exec(text) ?? []
  if (before === undefined || inside === undefined || bracketsCross(inside)) return [text]
  const differs = otherLetters.test(before) ? latin.test(inside) : otherLetters.test(inside)
  if (!differs) return [text]
  return [before, ...splitOutsideBrackets(inside).flatMap(byScript)]
}

/** Whether `a) (b` was cut out of two pairs of brackets. */
function bracketsCross(inside: string): boolean {
  const close = inside.indexOf(')')
  return close !== -1 && close < (inside.indexOf('(') + 1 || Number.POSITIVE_INFINITY)
}

function withoutRemarks(text: string): string {
  return text
    .replace(/,? born (?:in|on|\d).*$/i, '')
    .replace(/\s*-\s*sub-unit name\b/i, '')
    .replace(
      /\s*\((?:birth name|combat name|previously listed as|original script|third|false identity\b[^()]*)\)/gi,
      '',
    )
    .replace(/^original script:\s*/i, '')
    .replace(/^[\s),.]+|[\s,]+$/g, '')
    .replace(/^["“”](.*)["“”]$/, '$1')
    .trim()
}
