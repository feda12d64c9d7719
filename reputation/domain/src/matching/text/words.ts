/**
 * A name becomes words: lower-case `a-z0-9`, whatever its script. Case, accents and punctuation are gone, and what no
 * reader sees (bidi marks, zero-width characters, control characters) never was there. The comma is gone too: which
 * part of a person's name comes first is for the alignment to find out.
 *
 * A word of a consonantal script carries the mark `%`, a Korean syllable `^`, a Chinese one `~` (see `scripts/`).
 */
import anyAscii from 'any-ascii'
import { arabicWords, isArabicLetter } from '../scripts/arabic.ts'
import { cyrillicOrdinals } from '../scripts/cyrillic.ts'
import { greekPairs } from '../scripts/greek.ts'
import { hanWords, isHanCharacter } from '../scripts/han.ts'
import { hangulWords, isHangulSyllable } from '../scripts/hangul.ts'
import { hebrewWords, isHebrewLetter } from '../scripts/hebrew.ts'
import { divideSyllables } from '../tables/organisation-words.ts'
import { simplifiedForm } from '../tables/simplified-characters.ts'

/** Longer names are cut: no list holds one, and the work grows with the length. */
export const maxNameLength = 600

/** The words of `name` in order. Empty when it has no letter or digit in any script. */
export function toWords(name: string): string[] {
  const text = cut(name)
  // Compatibility forms may unfold to many letters each.
  return isPlain(text) ? plainWords(text) : scriptWords(cut(cyrillicOrdinals(greekPairs(text.normalize('NFKC')))))
}

const cut = (text: string): string => (text.length > maxNameLength ? text.slice(0, maxNameLength) : text)

function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7e) return false
  return true
}

const letterKind = 1
const silentKind = 2
/** What an ASCII character is to a name: a letter or digit, silent (an apostrophe inside a word), or a gap. */
const plainKind = new Uint8Array(128)
for (let c = 48; c <= 57; c++) plainKind[c] = letterKind
for (let c = 65; c <= 90; c++) plainKind[c] = letterKind
for (let c = 97; c <= 122; c++) plainKind[c] = letterKind
plainKind[39] = silentKind
plainKind[96] = silentKind

function plainWords(text: string): string[] {
  const words: string[] = []
  let word = ''
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const kind = plainKind[code]
    if (kind === letterKind) word += text[i]
    else if (kind !== silentKind && word !== '') {
      words.push(word.toLowerCase())
      word = ''
    }
    if (code === 38) words.push('and')
  }
  if (word !== '') words.push(word.toLowerCase())
  return words
}

function scriptWords(text: string): string[] {
  const words: string[] = []
  let word = ''
  let run = ''
  let runWords: ((run: string) => string[]) | undefined
  const endWord = () => {
    if (word !== '') words.push(word)
    word = ''
  }
  const endRun = () => {
    if (runWords) words.push(...wordsOfRun(run, runWords))
    runWords = undefined
    run = ''
  }
  for (const character of text) {
    const code = character.codePointAt(0)!
    const ownScript = scriptOf(code)
    if (ownScript) {
      endWord()
      if (runWords !== ownScript) endRun()
      runWords = ownScript
      run += character
      continue
    }
    if (isSilent(code)) continue
    endRun()
    if (code === 38) {
      endWord()
      words.push('and')
      continue
    }
    const latin = code < 128 ? character : isGap(character) ? ' ' : anyAscii(character)
    for (const letter of latin) {
      const kind = plainKind[letter.charCodeAt(0)] ?? 0
      if (kind === letterKind) word += letter.toLowerCase()
      else if (kind !== silentKind) endWord()
    }
  }
  endWord()
  endRun()
  return words
}

function scriptOf(code: number): ((run: string) => string[]) | undefined {
  if (code < 0x0590) return undefined
  if (isHebrewLetter(code)) return hebrewWords
  if (isArabicLetter(code)) return isArabicGap(code) ? undefined : arabicWords
  if (isHangulSyllable(code)) return hangulWords
  if (isHanCharacter(code)) return hanWords
  return undefined
}

/** The words of a run; common words of organisations in Chinese and Korean are translated at once. */
function wordsOfRun(run: string, runWords: (run: string) => string[]): string[] {
  if (runWords !== hanWords && runWords !== hangulWords) return runWords(run)
  return divideSyllables(runWords === hanWords ? [...run].map(simplifiedForm).join('') : run).flatMap(
    ({ text, english }) => english?.split(' ') ?? runWords(text),
  )
}

const isArabicGap = (code: number): boolean =>
  code === 0x060c ||
  code === 0x061b ||
  code === 0x061f ||
  code === 0x06d4 ||
  (code >= 0x0660 && code <= 0x0669) ||
  (code >= 0x06f0 && code <= 0x06f9)

/** Marks that join a word rather than end it: combining marks, zero-width and bidi controls, apostrophes of all kinds. */
const silent = /^[\p{Mn}\p{Me}\p{Cf}\p{Cs}\u02b0-\u02ff'`\u00b4\u2018\u2019\u201b\u2032\u2035\u05f3\uff07]$/u
const isSilent = (code: number): boolean => {
  return code > 126 ? silent.test(String.fromCodePoint(code)) : code === 39 || code === 96
}

/** Everything that is no letter, digit or mark ends a word; a letter-like symbol may still read as letters. */
const gap = /^[\p{Z}\p{P}\p{S}\p{Cc}]$/u
const isGap = (character: string): boolean => gap.test(character)
