import { isSyllable, wordMark } from '../scripts/word-mark.ts'
import { type NameKind, nameKind } from '../tokens/name-kind.ts'
/**
 * The score of a query name against a listed name: which of its tokens found their counterpart, what was left over on
 * either side, and what that says. One code path makes the score and, when asked, its explanation.
 *
 *     score = Σ weight × similarity^p  /  (Σ weight + contradiction + what is extra + what was omitted)
 *
 * A **contradiction** is weight left over on both sides: the names say different things. Weight left over in the query
 * alone is **extra**, weight left over in the listed name alone is **omitted**: the names say more or less of the same.
 */

import type { Finding } from '../screening.ts'
import { familyFactor, type LegalFamily } from '../tables/legal-forms.ts'
import { role } from '../tokens/analyse.ts'
import { glue, mendShifted } from './joined-words.ts'
import { type Pair, size, told } from './pair.ts'
import { countNames, leftoverRate, leftoverShare, powerOf, settings } from './score-settings.ts'
import { dividesServant, hasFather, keepsOrder } from './word-order.ts'

/** Score in [0, 1] of the pair; `findings` receives the explanation. */
export function scorePair(pair: Pair, findings?: Finding[]): number {
  const { kind } = pair
  alignWords(pair, findings)
  mendShifted(pair, findings)
  if (
    isLoose(pair.queryPartner, pair.queryRole, pair.queryCount) ||
    isLoose(pair.listedPartner, pair.listedRole, pair.listedCount)
  ) {
    glue(pair, findings)
    if (kind === nameKind.person) meetInitials(pair, findings)
  }
  const left = leftovers(pair, findings)
  if (pair.weight === 0 || (pair.solid === 0 && !pair.exact)) return 0
  const syllabic = isSyllabic(pair)
  let score = pair.agreed / (pair.weight + against(pair, left, syllabic))
  const factor = (rule: string, value: number) => {
    if (value === 1) return
    score *= value
    findings?.push({ rule, factor: value })
  }
  factor(...numberFactor(kind, left))
  if (kind !== nameKind.object) factor('legal-form', compareForms(pair))
  if (kind === nameKind.person && dividesServant(pair)) factor('divided-name', settings.dividedName)
  if (!keepsOrder(pair)) factor('order', reorderFactor(pair, syllabic))
  if (!pair.anySame && !syllabic && !isOnlyWord(pair))
    factor('nothing-same', 1 - settings.nothingSame * (pair.defects / pair.weight))
  return Math.min(score, cap(pair, left), 1)
}

/** Aligns single words, the best pairs first; among equals the pair that keeps the order. */
function alignWords(pair: Pair, findings: Finding[] | undefined): void {
  pair.beginAlignment()
  const power = powerOf(pair)
  for (;;) {
    const cell = bestCell(pair)
    if (cell < 0) return
    const i = Math.floor(cell / size)
    const j = cell % size
    const value = pair.similarity[cell]!
    const translated = pair.translated[cell] === 1
    const shared = (pair.queryWeight[i]! + pair.listedWeight[j]!) / 2
    pair.queryPartner[i] = j
    pair.listedPartner[j] = i
    pair.agree(shared, value, power)
    if (pair.queryRole[i] === role.name) {
      if (value >= 0.8) pair.solid++
      if (!translated) pair.ownWords++
      if (value >= 0.95 || pair.queryMark[i] !== wordMark.none || pair.listedMark[j] !== wordMark.none)
        pair.anySame = true
    }
    findings?.push({
      rule: value === 1 ? 'same' : translated ? 'translation' : 'spelling',
      query: pair.querySurface(i),
      listed: pair.listedSurface(j),
      similarity: told(value),
      weight: told(shared),
    })
  }
}

/** The cell of the two most similar words that are still free, or -1. */
function bestCell({ queryCount, listedCount, queryRole, queryPartner, listedPartner, similarity }: Pair): number {
  let best = 0
  let cell = -1
  for (let i = 0; i < queryCount; i++) {
    if (queryPartner[i]! >= 0 || queryRole[i] === role.legal) continue
    for (let j = 0; j < listedCount; j++) {
      const value = similarity[i * size + j]!
      if (value === 0 || listedPartner[j]! >= 0) continue
      const favour = value - Math.abs(i - j) * 1e-4
      if (favour <= best) continue
      best = favour
      cell = i * size + j
    }
  }
  return cell
}

/** Weight that found no counterpart, and of how many words that carry the name; `share` is what of it counts. */
type Leftover = { weight: number; share: number; names: number; number: boolean }
type Leftovers = { extra: Leftover; omitted: Leftover }

function leftovers(pair: Pair, findings: Finding[] | undefined): Leftovers {
  const { queryCount, listedCount, queryRole, listedRole } = pair
  const omitted: Leftover = { weight: 0, share: 0, names: 0, number: false }
  for (let j = 0; j < listedCount; j++) {
    if (pair.listedPartner[j]! >= 0 || listedRole[j] === role.legal) continue
    const weight = pair.listedWeight[j]!
    leave(omitted, weight, leftoverShare(pair.listedText, listedRole, listedCount, j), listedRole[j]!)
    findings?.push({ rule: 'omitted', listed: pair.listedSurface(j), weight: told(weight) })
  }
  const extra: Leftover = { weight: 0, share: 0, names: 0, number: false }
  for (let i = 0; i < queryCount; i++) {
    if (pair.queryPartner[i]! >= 0 || queryRole[i] === role.legal) continue
    if (omitted.names === 0 && repeats(pair, i)) continue
    const weight = pair.queryWeight[i]!
    leave(extra, weight, leftoverShare(pair.queryText, queryRole, queryCount, i), queryRole[i]!)
    findings?.push({ rule: 'extra', query: pair.querySurface(i), weight: told(weight) })
  }
  if (extra.weight + omitted.weight > 0) pair.exact = false
  return { extra, omitted }
}

function leave(left: Leftover, weight: number, share: number, its: number): void {
  left.weight += weight
  left.share += weight * share
  if (its === role.name) left.names++
  if (its === role.number) left.number = true
}

/** What the leftover weight counts against what has been agreed. */
function against(pair: Pair, { extra, omitted }: Leftovers, syllabic: boolean): number {
  const { kind, agreed } = pair
  const apart = extra.names > 0 && omitted.names > 0
  // A father's name that one side leaves out says little; two different ones say that there are two people.
  const more = apart ? extra.weight : extra.share
  const less = apart ? omitted.weight : omitted.share
  const contradiction = apart ? Math.min(more, less) : 0
  const extraRate = syllabic ? settings.syllabic.leftover : leftoverRate(settings.extra[kind]!, agreed)
  const omittedRate = syllabic ? settings.syllabic.leftover : leftoverRate(settings.omitted[kind]!, agreed)
  return (
    settings.contradiction[kind]! * contradiction +
    (more - contradiction) * extraRate +
    (less - contradiction) * omittedRate
  )
}

function numberFactor(kind: NameKind, { extra, omitted }: Leftovers): [rule: string, value: number] {
  if (extra.number && omitted.number) return ['conflicting-numbers', settings.conflictingNumbers]
  return [
    'missing-number',
    kind === nameKind.organisation && (extra.number || omitted.number) ? settings.missingNumber : 1,
  ]
}

function reorderFactor(pair: Pair, syllabic: boolean): number {
  if (syllabic) return settings.syllabic.reordered
  return pair.kind === nameKind.person && hasFather(pair) ? settings.fatherReordered : settings.reordered[pair.kind]!
}

/** Whether either name of an organisation is a single word. */
const isOnlyWord = (pair: Pair): boolean =>
  pair.kind === nameKind.organisation &&
  countNames(pair.queryRole, pair.queryCount) === 1 &&
  countNames(pair.listedRole, pair.listedCount) === 1

/** The most that a pair may score whose agreement rests on too little. */
function cap(pair: Pair, { extra, omitted }: Leftovers): number {
  const { kind, solid, exact, queryRole, queryCount, listedRole, listedCount } = pair
  // One word that means the same is no name: Pobeda and Victory.
  if (kind === nameKind.organisation) return pair.ownWords === 0 && solid < 2 ? settings.oneOfSeveral : 1
  if (kind === nameKind.object || solid !== 1) return 1
  if (countNames(listedRole, listedCount) >= 2 && omitted.names > 0) return settings.oneOfSeveral
  if (countNames(queryRole, queryCount) >= 2 && extra.names > 0) return settings.oneOfSeveral
  const initials = hasRole(queryRole, queryCount, role.initial) !== hasRole(listedRole, listedCount, role.initial)
  return !exact && initials ? settings.onlyInitials : 1
}

function isLoose(partner: Int8Array, roles: Uint8Array, count: number): boolean {
  for (let i = 0; i < count; i++) if (partner[i]! < 0 && roles[i] !== role.legal) return true
  return false
}

function hasRole(roles: Uint8Array, count: number, wanted: number): boolean {
  for (let i = 0; i < count; i++) if (roles[i] === wanted) return true
  return false
}

/** A word that the query only says again adds nothing: Sergey Sergey Shoigu. */
function repeats(pair: Pair, i: number): boolean {
  const text = pair.queryText(i)
  for (let other = 0; other < pair.queryCount; other++)
    if (other !== i && pair.queryPartner[other]! >= 0 && pair.queryText(other) === text) return true
  return false
}

/** Whether either name is written in syllables (Hangul, Han), where a name is all of its syllables. */
function isSyllabic(pair: Pair): boolean {
  for (let i = 0; i < pair.queryCount; i++) if (isSyllable(pair.queryMark[i]!)) return true
  for (let j = 0; j < pair.listedCount; j++) if (isSyllable(pair.listedMark[j]!)) return true
  return false
}

/** An initial meets the name that it begins. */
function meetInitials(pair: Pair, findings: Finding[] | undefined): void {
  for (let i = 0; i < pair.queryCount; i++) {
    if (pair.queryPartner[i]! >= 0) continue
    for (let j = 0; j < pair.listedCount; j++) {
      if (pair.listedPartner[j]! >= 0 || !isInitialOf(pair, i, j)) continue
      pair.queryPartner[i] = j
      pair.listedPartner[j] = i
      pair.weight += settings.initialWeight
      pair.agreed += settings.initialWeight * 0.9
      pair.exact = false
      findings?.push({
        rule: 'initial',
        query: pair.querySurface(i),
        listed: pair.listedSurface(j),
        similarity: 0.9,
        weight: settings.initialWeight,
      })
      break
    }
  }
}

function isInitialOf(pair: Pair, i: number, j: number): boolean {
  const [query, listed] = [pair.queryRole[i], pair.listedRole[j]]
  const initialAndName =
    (query === role.initial && listed === role.name) || (query === role.name && listed === role.initial)
  return initialAndName && pair.queryText(i).charCodeAt(0) === pair.listedText(j).charCodeAt(0)
}

/** 1 where the legal forms agree or one side has none; less where they say different things. */
function compareForms(pair: Pair): number {
  let least = 1
  let shared = false
  let both = false
  for (let i = 0; i < pair.queryCount; i++) {
    if (pair.queryRole[i] !== role.legal) continue
    for (let j = 0; j < pair.listedCount; j++) {
      if (pair.listedRole[j] !== role.legal) continue
      both = true
      const queryForm = pair.queryText(i).slice(1) as LegalFamily
      const listedForm = pair.listedText(j).slice(1) as LegalFamily
      if (queryForm === listedForm) shared = true
      else least = Math.min(least, familyFactor(queryForm, listedForm))
    }
  }
  if (both) return shared ? 1 : least
  return 1
}
