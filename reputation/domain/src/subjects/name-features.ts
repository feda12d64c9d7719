/**
 * What the context of a name shows about whether it stands for a company. Most features leave the name itself out, so
 * that what is learnt from companies whose names mean nothing else holds for those whose names do. A few hold it, for
 * names that were seen often ("Orange Is The New Black").
 */
import { itemAt } from '../item-at/item-at.ts'
import { type Features, mix, type Reading, type ReadToken, wordHash } from '../text-model/text-model.ts'
import { givenNames } from './given-names.ts'

const template = (name: string): number => wordHash(`name ${name}`)
const t = {
  always: template('always'),
  at: template('word at'),
  before: template('two before'),
  after: template('two after'),
  around: template('around'),
  shapeAt: template('shape at'),
  shapes: template('shapes around'),
  kindAt: template('kind at'),
  isTitleCase: template('title case'),
  smallBefore: template('small letters before'),
  smallAfter: template('small letters after'),
  name: template('name itself'),
  nameAt: template('name at'),
  nameWith: template('name with'),
}

const reach = 3
const [noWord, firstWord, lastWord] = [wordHash('none'), wordHash('first'), wordHash('last')]

export type SmallLetters = {
  /** How often the two words stand so, the name in small letters; as a step from 0 (never). */
  stepOfTwo(left: string, right: string): number
}

/** `holdsName`: with the few features that hold the name itself. */
export function collectNameFeatures(reading: Reading, small: SmallLetters, into: Features, holdsName = true): void {
  const { tokens, target, targetWords, isTitleCase } = reading
  into.size = 0
  const add = (key: number, at: number) => into.add(key, at, at)
  const wordAt = (i: number): number =>
    i < 0 ? firstWord : i >= tokens.length ? lastWord : (tokens[i]?.hash ?? noWord)
  add(t.always, target)
  add(mix(t.isTitleCase, isTitleCase ? 1 : 0), target)
  for (let step = -reach; step <= reach; step++) {
    if (step === 0) continue
    const i = target + step
    const token = tokens[i]
    add(mix(mix(t.at, step + 8), wordAt(i)), target)
    add(mix(mix(t.shapeAt, step + 8), shapeOf(token)), target)
    for (const kind of token?.kinds ?? []) add(mix(mix(t.kindAt, step + 8), kind), i)
  }
  add(mix(mix(t.before, wordAt(target - 2)), wordAt(target - 1)), target)
  add(mix(mix(t.after, wordAt(target + 1)), wordAt(target + 2)), target)
  add(mix(mix(t.around, wordAt(target - 1)), wordAt(target + 1)), target)
  const shapes = mix(mix(t.shapes, shapeOf(tokens[target - 1])), shapeOf(tokens[target + 1]))
  add(shapes, target)
  add(mix(shapes, isTitleCase ? 1 : 0), target)
  const [first = '', last = ''] = [targetWords[0], targetWords.at(-1)]
  add(mix(t.smallBefore, small.stepOfTwo(tokens[target - 1]?.word ?? '', first)), target)
  add(mix(t.smallAfter, small.stepOfTwo(last, tokens[target + 1]?.word ?? '')), target)
  if (!holdsName) return
  const name = wordHash(targetWords.join(' '))
  add(mix(t.name, name), target)
  for (const step of [-2, -1, 1, 2]) add(mix(mix(mix(t.nameAt, step + 8), name), wordAt(target + step)), target)
  for (let i = 0; i < tokens.length; i++) if (i !== target) add(mix(mix(t.nameWith, name), itemAt(tokens, i).stem), i)
}

/** None, a sign, a number, a word in small letters, one with a capital, a possessive, a given name, a place or a Roman number. */
function shapeOf(token: ReadToken | undefined): number {
  if (!token) return 0
  if (/^<(?:n|%|year)>$/.test(token.word)) return 2
  if (!/^\p{L}/u.test(token.word)) return token.word === "'s" ? 5 : 1
  if (token.isCapital && givenNames.has(token.word)) return 6
  if (placeNouns.has(token.word)) return 7
  if (/^(?:ii|iii|iv|vi|vii)$/.test(token.word)) return 8
  return token.isCapital ? 4 : 3
}

/** What a name in front of it makes a place, a plant or a thing of its own: "Orange County", "Citi Field", "apple pie". */
const placeNouns = new Set(
  `county township city town village island islands river bay beach lake valley mountain mountains forest rainforest basin
  street road avenue boulevard bridge tunnel park field stadium arena center centre theatre theater hall school university
  college church station airport base camp force bike bikes plan room tree trees juice pie cider cake peel hair hairstyle
  dress shirt jumpsuit moon rocket variant wave`.split(/\s+/),
)
