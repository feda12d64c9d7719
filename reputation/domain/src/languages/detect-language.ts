/**
 * The language of a short text, such as a headline, by its groups of letters.
 *
 * Each word is cut into groups of four bytes, and a table says how typical each group is of which languages; the language
 * with the highest sum wins. Names, of which headlines are full, belong to no language, so that a short English headline may
 * look German. What its source declares therefore counts as evidence of its own, as much as a few words; where nothing is
 * declared, English does, in which most news is.
 *
 * The table knows languages that are written in Latin letters. Of texts in other letters the script says which language it
 * is, where it serves one alone, and otherwise what is declared stands.
 *
 * Source of method and table: ELD by N. T. M. (Apache-2.0), of which `npm run train languages` takes the table.
 *
 * Index bounds: rows are of keys that were found, and entries are counted by the rows; languages are below their number.
 */
import { KeyIndex, readModel, tableOf } from '../text-model/text-model.ts'
import { collectGroups } from './letter-groups.ts'

export interface LanguageModel {
  readonly version: string
  /**
   * ISO 639-1, or undefined where nothing tells. `declared` is what the text's source says of its language, as a language
   * tag: it holds unless the text speaks against it.
   */
  detect(text: string, declared?: string): string | undefined
}

/** The order in which the table numbers languages: all that are written in Latin letters and that it knows. */
export const latinLanguages: readonly string[] =
  'en de fr es it nl pt az ca cs da et eu fi hr hu is lt lv ms no pl ro sk sl sq sv tl tr vi yo'.split(' ')

/** Others in Latin letters, which the table takes for a neighbour of theirs. */
const othersInLatin: ReadonlySet<string> = new Set(
  'af br bs cy eo fo fy ga gd gl ha id ig ku la lb mg mi mt oc rm rw sn so st sw tk tn uz wo xh zu'.split(' '),
)

/** What a declaration adds to the sum of its language; a typical group of letters adds about 80. */
const declaredBonus = 200
const defaultBonus = 160
const byDefault = 'en'

/** How typical any group that the table has is of its languages at least; an entry says by how much it is more. */
const baseScore = 53

/** Of an entry of the table, which fills half a key: the language's number, and how typical the group is of it. */
export const entryOf = (language: number, score: number): number => (language << 8) | score

export function openLanguageModel(bytes: Uint8Array): LanguageModel {
  const model = readModel(bytes)
  const groups = tableOf(model, 'groups', 1)
  const { keys: entries } = tableOf(model, 'entries', 0)
  const index = new KeyIndex(groups.keys)
  const firsts = new Uint32Array(groups.keys.length + 1)
  for (const [row, count] of groups.weights.entries()) firsts[row + 1] = firsts[row]! + count
  const sums = new Float64Array(latinLanguages.length)
  const found = new Set<number>()

  function add(group: number): void {
    const row = index.find(group)
    if (row < 0) return
    for (let at = firsts[row]!; at < firsts[row + 1]!; at++) {
      const entry = (entries[at >> 1]! >>> (16 * (at & 1))) & 0xffff
      sums[entry >> 8]! += baseScore + (entry & 0xff)
    }
  }

  function likeliest(favoured: string, bonus: number): string {
    let best = favoured
    let bestSum = sums[latinLanguages.indexOf(favoured)]! + bonus
    for (const [number, language] of latinLanguages.entries()) {
      const sum = sums[number]!
      if (sum > bestSum) [best, bestSum] = [language, sum]
    }
    return best
  }

  return {
    version: model.version,
    detect(text, declared) {
      const said = declared === undefined ? undefined : primarySubtag(declared)
      const script = scriptOf(text)
      if (script === 'none') return said
      if (script === 'other') return languageOfScript(text, said)
      sums.fill(0)
      found.clear()
      collectGroups(text, found)
      for (const group of found) add(group)
      if (said !== undefined && latinLanguages.includes(said)) return likeliest(said, declaredBonus)
      const best = likeliest(byDefault, defaultBonus)
      return said !== undefined && othersInLatin.has(said) && best !== byDefault ? said : best
    },
  }
}

/** `de` of `de-AT`; undefined for what is no tag. */
function primarySubtag(tag: string): string | undefined {
  const subtag = /^\s*([a-z]{2})(?:[-_]|\s*$)/i.exec(tag)?.[1]?.toLowerCase()
  // Norwegian is declared by its two written forms, and judged as one.
  return subtag === 'nb' || subtag === 'nn' ? 'no' : subtag
}

function scriptOf(text: string): 'latin' | 'other' | 'none' {
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  // A sign of Chinese or Korean is as much as some letters.
  const others = text.match(/(?!\p{Script=Latin})\p{L}/gu)?.length ?? 0
  if (latin + others === 0) return 'none'
  return 2 * others > latin ? 'other' : 'latin'
}

const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Georgian}/u, 'ka'],
  [/\p{Script=Armenian}/u, 'hy'],
]

function languageOfScript(text: string, declared: string | undefined): string | undefined {
  if (declared !== undefined && !latinLanguages.includes(declared) && !othersInLatin.has(declared)) return declared
  return scripts.find(([script]) => script.test(text))?.[1]
}
