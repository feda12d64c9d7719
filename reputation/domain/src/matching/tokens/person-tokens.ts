/** The words of a person's name as tokens. */
import { markOf, wordMark } from '../scripts/word-mark.ts'
import { kinship, oneSpelling, particles, servants, titles } from '../tables/person-words.ts'
import { type Role, role, type Token, wordToken } from './token.ts'

export function personTokens(words: readonly string[]): Token[] {
  const tokens: Token[] = []
  for (let i = 0, word = words[i]; word !== undefined; word = words[++i]) {
    const next = words[i + 1]
    if (!servants.has(word)) {
      tokens.push(personToken(words, i, word))
      continue
    }
    // Abd al-Rahman and Abdul Rahman: the article after the first word is part of it.
    if (next === 'allah') tokens.push(wordToken('abdullah', role.name))
    else tokens.push({ text: 'abdul', surface: isArticle(next) ? word + next : word, role: role.name })
    if (next === 'allah' || isArticle(next)) i++
  }
  return withSomeName(tokens)
}

const isArticle = (word: string | undefined): word is string => word === 'al' || word === 'el' || word === 'ul'

function personToken(words: readonly string[], i: number, word: string): Token {
  if (markOf(word) === wordMark.chinese) return wordToken(word, role.name)
  const isFirst = i === 0
  if (word.length === 1)
    return wordToken(word, roleOfLetter(word, !isFirst && i + 1 < words.length && words.length > 3))
  // Ben Karlsen; Xu Bin.
  const isGivenBen = words.length === 2 && (isFirst ? word === 'ben' : word === 'bin')
  if (kinship.has(word) && !isGivenBen) return { text: 'bin', surface: word, role: role.particle }
  const spelling = oneSpelling.get(word) ?? word
  if (particles.has(word) && !isGivenBen) return { text: spelling, surface: word, role: role.particle }
  if (titles.has(word)) return { text: spelling, surface: word, role: role.title }
  const read = readDigits(word)
  return wordToken(read, /^\d+$/.test(read) ? role.number : role.name)
}

/** 'And' in Spanish, Portuguese and Catalan, which joins two family names behind a given one. */
const particleLetters = new Set(['e', 'y', 'i'])

function roleOfLetter(letter: string, isInside: boolean): Role {
  if (letter >= '0' && letter <= '9') return role.number
  return particleLetters.has(letter) && isInside ? role.particle : role.initial
}

/** A name made of titles and particles alone is a name all the same: Imam, Don, Al. */
function withSomeName(tokens: Token[]): Token[] {
  if (tokens.some((token) => token.role === role.name)) return tokens
  const promoted = [role.title, role.particle].find((own) => tokens.some((token) => token.role === own)) ?? role.initial
  return tokens.map((token) => (token.role === promoted ? { ...token, role: role.name } : token))
}

const letterOf: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g' }

/** Digits among letters are letters in disguise: Ig0r is Igor. A word of digits alone stays. */
function readDigits(word: string): string {
  let letters = 0
  let digits = 0
  for (const character of word) {
    if (character >= '0' && character <= '9') digits++
    else if (character >= 'a' && character <= 'z') letters++
  }
  return digits === 0 || letters < digits ? word : word.replace(/\d/g, (digit) => letterOf[digit] ?? digit)
}
