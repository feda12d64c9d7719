/**
 * What the words of a name are: which carry the name, and which are titles, particles, legal forms or numbers around
 * it. A name is read by the rules of what it may name: a person, an organisation, or an object (vessel, aircraft).
 * Query and listed names pass through the same code, so that what is said of one holds for the other.
 */
import { marked, wordMark } from '../scripts/word-mark.ts'
import { type LegalFamily, legalBeginnings, legalPhrases, longLegalWords } from '../tables/legal-forms.ts'
import { isTens, numberOf, romanNumber } from '../tables/number-words.ts'
import { kinship, oneSpelling, particles, servants, titles } from '../tables/person-words.ts'
import { withinOneEdit } from '../text/one-edit.ts'
import { toWords } from '../text/words.ts'
import { type NameKind, nameKind } from './name-kind.ts'

/** What a token is to the name. The numbers are stored in the compiled index. */
export const role = { name: 0, particle: 1, title: 2, initial: 3, legal: 4, number: 5 } as const
export type Role = (typeof role)[keyof typeof role]

export type Token = {
  /** What is compared: the word, or `=family` for a legal form, `#n` for a number. */
  text: string
  /** The word as it stood, for gluing with its neighbours and for the explanation. */
  surface: string
  role: Role
}

/** More tokens than this say nothing more about a name; the rest is cut. */
export const mostTokens = 24

/** Up to so many tokens a name is taken as it is; in longer ones, words said over and over are dropped. */
const fewTokens = 8
const mostRepetitions = 2

/** The tokens without those that stand there twice already: a long name that repeats a word is a mistake or an attack. */
function withoutRepetition(tokens: readonly Token[]): Token[] {
  const said = new Map<string, number>()
  return tokens.filter(({ text, role: its }) => {
    if (its === role.particle) return true
    const times = (said.get(text) ?? 0) + 1
    said.set(text, times)
    return times <= mostRepetitions
  })
}

/** The tokens of `name`. Empty when nothing is left to compare. */
export const analyse = (name: string, kind: NameKind): Token[] => analyseWords(toWords(name), kind)

/** The same for the words of a name, where several kinds are asked of one name. */
export function analyseWords(words: readonly string[], kind: NameKind): Token[] {
  const tokens =
    kind === nameKind.person
      ? personTokens(words)
      : kind === nameKind.organisation
        ? organisationTokens(words)
        : objectTokens(words)
  return tokens.length <= fewTokens ? tokens : withoutRepetition(tokens).slice(0, mostTokens)
}

function personTokens(words: readonly string[]): Token[] {
  const tokens: Token[] = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    const next = words[i + 1]
    if (word.length === 1) {
      const digit = word >= '0' && word <= '9'
      tokens.push({
        text: word,
        surface: word,
        role: digit
          ? role.number
          : particleLetters.has(word) && next !== undefined && i > 0
            ? role.particle
            : role.initial,
      })
    } else if (servants.has(word)) {
      // Abd al-Rahman and Abdul Rahman: the article after the first word is part of it.
      if (next === 'allah') {
        tokens.push({ text: 'abdullah', surface: 'abdullah', role: role.name })
        i++
        continue
      }
      const surface = next === 'al' || next === 'el' || next === 'ul' ? word + words[++i]! : word
      tokens.push({ text: 'abdul', surface, role: role.name })
    } else if (kinship.has(word) && !(i === 0 && words.length === 2 && word === 'ben'))
      tokens.push({ text: 'bin', surface: word, role: role.particle })
    else if (particles.has(word) && !(i === 0 && words.length === 2 && word === 'ben'))
      tokens.push({ text: oneSpelling.get(word) ?? word, surface: word, role: role.particle })
    else if (titles.has(word)) tokens.push({ text: oneSpelling.get(word) ?? word, surface: word, role: role.title })
    else {
      const read = readDigits(word)
      tokens.push({ text: read, surface: read, role: /^\d+$/.test(read) ? role.number : role.name })
    }
  }
  return named(tokens)
}

const particleLetters = new Set(['e', 'y', 'i'])

/** A name made of titles and particles alone is a name all the same: Imam, Don, Al. */
function named(tokens: Token[]): Token[] {
  if (tokens.some((token) => token.role === role.name)) return tokens
  const wanted = tokens.some((token) => token.role === role.title)
    ? role.title
    : tokens.some((token) => token.role === role.particle)
      ? role.particle
      : role.initial
  return tokens.map((token) => (token.role === wanted ? { ...token, role: role.name } : token))
}

const letterOf: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g' }
/** Digits among letters are letters in disguise: Ig0r is Igor. A word of digits alone stays. */
function readDigits(word: string): string {
  let letters = 0
  let digits = 0
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i)
    if (code >= 48 && code <= 57) digits++
    else if (code >= 97 && code <= 122) letters++
  }
  return digits === 0 || letters < digits ? word : word.replace(/\d/g, (digit) => letterOf[digit] ?? digit)
}

const numberToken = (value: number): string => marked(wordMark.number, String(value))

function organisationTokens(words: readonly string[]): Token[] {
  const joined = joinLetters(words)
  const tokens: Token[] = []
  for (let i = 0; i < joined.length; i++) {
    const legal = legalFormAt(joined, i)
    if (legal) {
      tokens.push({
        text: marked(wordMark.legalForm, legal.family),
        surface: joined.slice(i, i + legal.words).join(''),
        role: role.legal,
      })
      i += legal.words - 1
      continue
    }
    const word = joined[i]!
    const value = numberOf(word)
    if (value !== undefined) {
      const next = joined[i + 1]
      const unit = isTens(value) && next !== undefined ? numberOf(next) : undefined
      if (unit !== undefined && unit > 0 && unit < 10 && !/^\d/.test(word)) {
        tokens.push({ text: numberToken(value + unit), surface: word + next, role: role.number })
        i++
      } else tokens.push({ text: numberToken(value), surface: word, role: role.number })
      continue
    }
    const figures = i > 0 ? romanNumber(word) : undefined
    if (figures !== undefined && (word.length > 1 || endsName(joined, i))) {
      tokens.push({ text: numberToken(figures), surface: word, role: role.number })
      continue
    }
    if (organisationParticles.has(word)) tokens.push({ text: word, surface: word, role: role.particle })
    else tokens.push({ text: word, surface: word, role: role.name })
  }
  if (tokens.some((token) => token.role === role.name || token.role === role.number)) return tokens
  return joined.map((word) => ({ text: word, surface: word, role: role.name }))
}

const organisationParticles = new Set(
  'the of and for in on at to a an al el ul de la le les los las del della di da do dos das du des und y e i et en of van der den die das na no po s v iz a o im imeni named after for the sur ta tou toy tu tis ton tin tous toys stin stis gia apo kai oi o h za ot dlya pri'.split(
    ' ',
  ),
)

/** Single letters in a row are an abbreviation that somebody dotted or spaced: A.B.C. is ABC, V L.P. is V and LP. */
function joinLetters(words: readonly string[]): string[] {
  const joined: string[] = []
  for (let i = 0; i < words.length; i++) {
    let end = i
    while (words[end]?.length === 1 && words[end + 1]?.length === 1) end++
    if (end === i) {
      joined.push(words[i]!)
      continue
    }
    const letters = words.slice(i, end + 1).join('')
    const form = legalPhrases.has(letters) ? 0 : legalEndingOf(letters)
    if (form > 0) joined.push(letters.slice(0, form), letters.slice(form))
    else joined.push(letters)
    i = end
  }
  return joined
}

/** Where an abbreviated legal form begins at the end of run-together letters, or 0. */
function legalEndingOf(letters: string): number {
  for (let start = 1; start <= letters.length - 2; start++) if (legalPhrases.has(letters.slice(start))) return start
  return 0
}

function endsName(words: readonly string[], i: number): boolean {
  return i === words.length - 1 || legalFormAt(words, i + 1) !== undefined
}

function legalFormAt(words: readonly string[], start: number): { family: LegalFamily; words: number } | undefined {
  let phrase = ''
  let found: { family: LegalFamily; words: number } | undefined
  for (let length = 1; start + length <= words.length; length++) {
    const word = words[start + length - 1]!
    phrase += (length > 1 ? ' ' : '') + (word.length >= 6 && !legalPhrases.has(word) ? mendLegalWord(word) : word)
    if (!legalBeginnings.has(phrase)) break
    const family = legalPhrases.get(phrase)
    if (family !== undefined) found = { family, words: length }
  }
  return found
}

const mended = new Map<string, string>()
/** The long word of legal forms that `word` misspells by one letter, else `word` itself. */
function mendLegalWord(word: string): string {
  const known = mended.get(word)
  if (known !== undefined) return known
  const alike = longLegalWords.get(word.charCodeAt(0)) ?? []
  const mend = alike.includes(word)
    ? word
    : (alike.find((legal) => Math.abs(legal.length - word.length) <= 1 && withinOneEdit(word, legal)) ?? word)
  if (mended.size > 20_000) mended.clear()
  mended.set(word, mend)
  return mend
}

const vesselPrefixes = new Set(['mv', 'mt', 'ms', 'ss', 'my', 'sy', 'mtv', 'vessel', 'ship', 'tanker'])

function objectTokens(words: readonly string[]): Token[] {
  const joined = joinLetters(words)
  const start = joined.length > 1 && vesselPrefixes.has(joined[0]!) ? 1 : 0
  const tokens: Token[] = []
  for (let i = start; i < joined.length; i++) {
    const word = joined[i]!
    const value = numberOf(word) ?? (i > start && word.length > 1 ? romanNumber(word) : undefined)
    if (value !== undefined) tokens.push({ text: numberToken(value), surface: word, role: role.number })
    else tokens.push({ text: word, surface: word, role: word === 'the' || word === 'of' ? role.particle : role.name })
  }
  return tokens
}
