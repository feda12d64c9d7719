/**
 * What the context of a name shows about whether it is the company or only shares its name: "Ford, 34, jailed" is a
 * person, "near Ford" a place, "a ford" a word, "Ford Street School" something else again. Nothing is learnt of names but
 * how they are written and how they end.
 */
import { itemAt } from '../item-at/item-at.ts'
import { type Features, mix, type TargetedText, wordHash } from '../text-model/text-model.ts'
import type { JudgedToken } from './features.ts'
import type { Meaning } from './word-meanings.ts'

const template = (name: string): number => wordHash(`namesake ${name}`)

const t = {
  always: template('always'),
  word: template('word at'),
  classAt: template('class at'),
  shape: template('shape at'),
  shapes: template('shapes'),
  around: template('words around'),
  twoBefore: template('two words before'),
  twoBehind: template('two words behind'),
  wordAndClass: template('word before, class behind'),
  shapeAndClass: template('shape before, class behind'),
  classBefore: template('class before'),
  classBehind: template('class behind'),
  wordBefore: template('word before'),
  wordBehind: template('word behind'),
  name: template('name'),
  ending: template('ending of name'),
}

const reach = 3
const endings = [2, 3, 4]

/** `tokens` are those of the headline alone; `meaningOf` knows words of its language, for the name may be one. */
export function collectNamesakeFeatures(
  headline: TargetedText,
  tokens: readonly JudgedToken[],
  meaningOf: (word: string) => Meaning,
  into: Features,
): void {
  into.size = 0
  const at = placeOfName(headline, tokens)
  const add = (key: number) => into.add(key, at, at)
  const wordAt = (i: number): number => englishOf(tokens[i]) ?? (i < 0 ? 1 : 2)
  const isTitleCase = capitalShare(tokens) > 0.6 ? 1 : 0
  add(t.always)
  for (let step = -reach; step <= reach; step++) {
    if (step === 0) continue
    const token = tokens[at + step]
    add(mix(mix(t.word, step + 8), wordAt(at + step)))
    add(mix(mix(mix(t.shape, step + 8), shapeOf(token)), isTitleCase))
    for (const own of token?.meaning.classes ?? []) add(mix(mix(t.classAt, step + 8), own))
  }
  for (const [i, token] of tokens.entries()) {
    for (const own of token.meaning.classes) add(mix(i < at ? t.classBefore : t.classBehind, own))
    if (i !== at && token.isWord) add(mix(i < at ? t.wordBefore : t.wordBehind, token.meaning.english || token.stem))
  }
  const before = shapeOf(tokens[at - 1])
  add(mix(mix(mix(t.shapes, before), shapeOf(tokens[at + 1])), isTitleCase))
  add(mix(mix(t.around, wordAt(at - 1)), wordAt(at + 1)))
  add(mix(mix(t.twoBefore, wordAt(at - 2)), wordAt(at - 1)))
  add(mix(mix(t.twoBehind, wordAt(at + 1)), wordAt(at + 2)))
  for (const own of tokens[at + 1]?.meaning.classes ?? []) {
    add(mix(mix(t.wordAndClass, wordAt(at - 1)), own))
    add(mix(mix(t.shapeAndClass, before), own))
  }
  const place = at === 0 ? 0 : at === tokens.length - 1 ? 2 : 1
  addName(headline.text.slice(headline.start, headline.end), place, isTitleCase, meaningOf, add)
}

/**
 * Whether the headline begins with the name and what follows is a deed of firms: "Ford recalls …". `deeds` are numbers of
 * classes of words.
 */
export function isPlainDeed(
  headline: TargetedText,
  tokens: readonly JudgedToken[],
  deeds: ReadonlySet<number>,
): boolean {
  const next = placeOfName(headline, tokens) === 0 ? tokens[1] : undefined
  return next?.meaning.classes.some((own) => deeds.has(own)) ?? false
}

const placeOfName = ({ start }: TargetedText, tokens: readonly JudgedToken[]): number =>
  Math.max(
    0,
    tokens.findIndex((token) => token.isCompany && token.start === start),
  )

const englishOf = (token: JudgedToken | undefined): number | undefined => token && (token.meaning.english || token.hash)

/** How the name is written, where it stands, whether it is also a word, of which classes, and how it ends. */
function addName(
  name: string,
  place: number,
  isTitleCase: number,
  meaningOf: (word: string) => Meaning,
  add: (key: number) => void,
): void {
  const words = name.split(/[\s-]+/)
  const letters = /^\p{Ll}/u.test(name) ? 1 : name.length > 1 && name === name.toUpperCase() ? 2 : 3
  const classes = words.length === 1 ? meaningOf(name.toLowerCase()).classes : []
  const isWord = classes.length > 0 ? 1 : 0
  const about = (what: number, value: number) => add(mix(mix(t.name, what), value))
  about(1, letters)
  about(2, Math.min(3, words.length))
  about(3, place)
  about(4, 4 * place + isWord + 2 * isTitleCase)
  about(5, 8 * letters + isWord)
  for (const own of classes) about(6, own)
  const last = itemAt(words, words.length - 1).toLowerCase()
  for (const length of endings) if (last.length > length) add(mix(t.ending, wordHash(last, last.length - length)))
}

function capitalShare(tokens: readonly JudgedToken[]): number {
  const words = tokens.filter(({ word, isCompany }) => !isCompany && /^\p{L}{4}/u.test(word))
  return words.length < 2 ? 0 : words.filter(({ isCapital }) => isCapital).length / words.length
}

/** None, a sign, a number, a possessive, a comma, a colon or quotation mark, a word with or without a capital. */
function shapeOf(token: JudgedToken | undefined): number {
  if (!token) return 0
  const { word, isCapital } = token
  if (/^<(?:n|%|year)>$/.test(word)) return 2
  if (word === "'s") return 3
  if (word === ',') return 4
  if (/^[:"]$/.test(word)) return 5
  if (!/^\p{L}/u.test(word)) return 1
  return isCapital ? 6 : 7
}
