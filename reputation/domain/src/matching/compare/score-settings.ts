import { patronymic } from '../tables/person-words.ts'
import { role, type Token } from '../tokens/analyse.ts'
import { type NameKind, nameKind } from '../tokens/name-kind.ts'
import type { Pair } from './pair.ts'

/** What the score rests on, tuned on the development half of the labelled pairs and on names that are on no list. */
export const settings = {
  similarityPower: [2, 2, 2.4],
  contradiction: [1.25, 1.15, 1.3],
  /** What a unit of extra or omitted weight counts when `enough` has been agreed, and how much more before that. */
  extra: [
    { least: 0.18, slope: 0.3, enough: 2 },
    { least: 0.3, slope: 0.2, enough: 2 },
    { least: 0.7, slope: 0.2, enough: 2 },
  ],
  omitted: [
    { least: 0.12, slope: 0.28, enough: 2 },
    { least: 0.17, slope: 0.12, enough: 2 },
    { least: 0.3, slope: 0.2, enough: 2 },
  ],
  reordered: [0.985, 0.97, 0.9],
  /** Omar bin Abdullah is the father, or the son, of Abdullah bin Omar. */
  fatherReordered: 0.85,
  /** Abdul belongs to the word behind it: Abdul Ali is not Ali Abdul Rahim. */
  dividedName: 0.9,
  /** Of an organisation's only word, a slip in spelling is forgiven: there is nothing else to go by. */
  onlyWordPower: 1.3,
  /** How much the mean defect of the spellings lowers the score when not one word is the same. */
  nothingSame: 0.6,
  /** Names of a script that writes syllables are whole: a syllable more or less, or elsewhere, is another name. */
  syllabic: { leftover: 1, reordered: 0.85 },
  fatherShare: 0.35,
  particleWeight: 0.12,
  titleWeight: 0.15,
  initialWeight: 0.25,
  legalWeight: 0.1,
  numberWeight: 1.1,
  conflictingNumbers: 0.7,
  missingNumber: 0.9,
  oneOfSeveral: 0.8,
  onlyInitials: 0.84,
}

/** Rate at which leftover weight counts once `agreed` weight has found its counterpart: the more agrees, the less. */
export const leftoverRate = (rate: { least: number; slope: number; enough: number }, agreed: number): number =>
  rate.least + rate.slope * Math.max(0, rate.enough - agreed)

/** The least exponent that a query may meet: the exponent depends on both names. */
export const powerOfQuery = (kind: NameKind, tokens: readonly Token[]): number =>
  kind === nameKind.organisation && tokens.filter((token) => token.role === role.name).length === 1
    ? settings.onlyWordPower
    : settings.similarityPower[kind]!

/** What a similarity is worth. */
export const raised = (similarity: number, power: number): number =>
  power === 2 ? similarity * similarity : similarity ** power

/** Exponent on similarities: the higher, the less an imperfect spelling counts. */
export function powerOf(pair: Pair): number {
  if (pair.kind !== nameKind.organisation) return settings.similarityPower[pair.kind]!
  return countNames(pair.queryRole, pair.queryCount) === 1 && countNames(pair.listedRole, pair.listedCount) === 1
    ? settings.onlyWordPower
    : settings.similarityPower[nameKind.organisation]!
}

export function countNames(roles: Uint8Array, count: number): number {
  let names = 0
  for (let i = 0; i < count; i++) if (roles[i] === role.name) names++
  return names
}

/**
 * Share of its weight that a left-over word keeps: less for a father's name (a patronymic, or what follows 'son of' and
 * is not the last word), which documents give or leave out as they please.
 */
export function leftoverShare(text: (i: number) => string, roles: Uint8Array, count: number, i: number): number {
  if (roles[i] !== role.name) return 1
  const word = text(i)
  if (word.length > 6 && patronymic.test(word)) return settings.fatherShare
  return i > 0 &&
    roles[i - 1] === role.particle &&
    text(i - 1) === 'bin' &&
    i + 1 < count &&
    roles[i + 1] === role.particle
    ? settings.fatherShare
    : 1
}
