/**
 * The names that are written into one line as one: `X / Y`, `X (Y)`, `X a.k.a. Y`, `Madalal (Mtanyus) Khuri`. A part only
 * counts as a name where it could stand alone, so that `X (London)` and `Import/Export` are left as they are.
 */
import { legalPhrases } from '../tables/legal-forms.ts'
import { particles } from '../tables/person-words.ts'
import { partWords, qualifierWords } from '../tables/qualifier-words.ts'
import { toWords } from '../text/words.ts'
import { wholeAbbreviation } from './dotted-letters.ts'
import { type NameKind, nameKind } from './name-kind.ts'

/** What may hold several names, before anything dearer is asked. */
const mayHoldSeveral =
  /[/|;([=]|\b(?:[afnd]\.?k\.?a|d\.?b\.?a|alias|also|former|formerly|previously|known|trading as|doing business as|n[eé]e)\b/i

/** Words that say that another name follows. In brackets or behind a comma there may be shorter ones. */
const saysAnother =
  /[\s,]+(?:[afn]\.?\s?\/?k\.?\s?\/?a\b\.?|d\.?\s?\/?b\.?\s?\/?a\b\.?|t\/a\b|alias(?:es)?\b|(?:now |better |also |formerly |previously |commonly )?(?:known|called|named|spelt|spelled|written|listed) as\b|(?:also|now|formerly|previously|commonly) (?:known|called|named|spelt|spelled|written)\b|formerly\b|previously\b|trading as\b|doing business as\b|operating as\b|n[eé]e\b)[\s:]*/i
const announced = new RegExp(
  `^(?:(?:${saysAnother.source.slice('[\\s,]+'.length)})|(?:also|ex|former|now|or|dit|acronym|short|abbreviated)\\b[-\\s:]*)`,
  'i',
)

const brackets = /\s*[([]([^()[\]]*)[)\]]\s*/
const divider = /\s*[;|]\s*|\s+[/=]\s+/
const slash = /\s*\/\s*/

/** More names than this stand in no line; the rest is left as it is. */
const maxAlternatives = 6

/** The names within `name`, without the whole itself; empty for nearly all names. */
export function alternativeNames(name: string, kind: NameKind): string[] {
  if (kind === nameKind.object) return []
  const abbreviation = kind === nameKind.organisation ? wholeAbbreviation(name) : undefined
  if (abbreviation !== undefined) return [abbreviation]
  if (!mayHoldSeveral.test(name)) return []
  const found = new Set<string>()
  for (const part of partsOf(name, kind)) for (const one of withinBrackets(part, kind)) found.add(one)
  found.delete(name)
  return [...found].slice(0, maxAlternatives)
}

/** The name divided where its own text says that another name begins. */
function partsOf(name: string, kind: NameKind): string[] {
  for (const pattern of [divider, saysAnother, slash]) {
    const parts = name.split(withoutGroups(pattern)).map(trimmed)
    const isSaid = pattern === saysAnother || (pattern === divider && kind === nameKind.organisation)
    const isName = isSaid ? holdsName : standsAlone
    if (parts.length > 1 && parts.every((part) => outsideBrackets(part) && isName(part, kind)))
      return parts.flatMap((part) => partsOf(part, kind))
  }
  return [name]
}

const withoutGroups = (pattern: RegExp): RegExp => new RegExp(pattern.source, 'gi')
const trimmed = (part: string): string => part.replace(/^[\s,:.-]+|[\s,:-]+$/g, '')
const outsideBrackets = (part: string): boolean => count(part, /[([]/g) === count(part, /[)\]]/g)
const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** The name itself, and what the first brackets in it make of it. */
function withinBrackets(name: string, kind: NameKind): string[] {
  const match = brackets.exec(name)
  const inside = trimmed(match?.[1] ?? '')
  if (!match || inside === '') return [name]
  const before = name.slice(0, match.index).trim()
  const rest = name.slice(match.index + match[0].length).trim()
  const after = toWords(rest).length === 0 ? '' : rest
  const outside = `${before} ${after}`.trim()
  const said = announced.exec(inside)
  const other = trimmed(said ? inside.slice(said[0].length) : inside)
  if (after === '' && (said ? toWords(other).length > 0 : isUnannounced(other, kind) || isInitialsOf(other, before)))
    return [name, outside, ...partsOf(other, kind)]
  if (kind !== nameKind.person || toWords(other).length !== 1 || saysWhich(other)) return [name]
  const words = before.split(/\s+/)
  return words.length + (after === '' ? 0 : 1) < 2
    ? [name]
    : [name, outside, `${words.slice(0, -1).join(' ')} ${other} ${after}`.trim()]
}

/** Whether the part would be a name by itself: its words say more than where, what for or in which legal form. */
function standsAlone(part: string, kind: NameKind): boolean {
  const names = nameWords(part, kind)
  return (
    names >= 2 ||
    (names === 1 && kind === nameKind.organisation && toWords(part).some((word) => legalPhrases.has(word)))
  )
}

/** Whether brackets hold a name, and no remark on the one before them. */
const isUnannounced = (inside: string, kind: NameKind): boolean =>
  standsAlone(inside, kind) && !saysWhich(inside) && !legalPhrases.has(toWords(inside).join(' '))
const saysWhich = (inside: string): boolean => toWords(inside).some((word) => partWords.has(word))

const holdsName = (part: string, kind: NameKind): boolean => nameWords(part, kind) > 0

/** How many words carry a name. */
function nameWords(part: string, kind: NameKind): number {
  const words = toWords(part).filter((word) => word.length > 1 && !particles.has(word))
  if (kind === nameKind.person) return words.length
  return words.filter((word) => !legalPhrases.has(word) && !qualifierWords.has(word)).length
}

/** Whether the text is the initials of the name: Mechanical Construction Factory (MCF). */
function isInitialsOf(text: string, name: string): boolean {
  if (!/^\p{L}[\p{L}\p{N}.]{2,7}$/u.test(text)) return false
  const letters = toWords(text).join('')
  const words = toWords(name)
  const initials = (some: readonly string[]) => some.map((word) => word.charAt(0)).join('')
  return (
    letters.length >= 3 &&
    (letters === initials(words) || letters === initials(words.filter((word) => !particles.has(word))))
  )
}
