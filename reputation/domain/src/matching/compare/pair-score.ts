/**
 * The score of a query name against a listed name: which of its tokens found their counterpart, what was left over on
 * either side, and what that says. One code path makes the score and, when asked, its explanation.
 *
 *     score = Σ weight × similarity^p  /  (Σ weight + contradiction + what is extra + what was omitted)
 *
 * A **contradiction** is weight left over on both sides: the names say different things. Weight left over in the query
 * alone is **extra**, weight left over in the listed name alone is **omitted**: the names say more or less of the same.
 */
import { isSyllable, wordMark } from '../scripts/word-mark.ts'
import { familyFactor, type LegalFamily } from '../tables/legal-forms.ts'
import { type NameKind, nameKind } from '../tokens/name-kind.ts'
import { type Role, role } from '../tokens/token.ts'
import { alignInitials, alignWords } from './align-words.ts'
import { isOnlyWord } from './credit.ts'
import { type Finding, type FindingRule, round6 } from './finding.ts'
import { alignJoined, alignWholeWords, repairShiftedSpaces } from './joined-words.ts'
import { leftoverCost, leftoverShare } from './leftover.ts'
import { hasConflictingInitials } from './middle-initials.ts'
import type { NameSide, Pair } from './pair.ts'
import { settings } from './score-settings.ts'
import { dividesServant, hasFather, isChineseWord, keepsOrder } from './word-order.ts'

/** Score in [0, 1] of the pair; `findings` receives the explanation. */
export function scorePair(pair: Pair, findings?: Finding[]): number {
  const { kind } = pair
  pair.beginAlignment()
  alignWholeWords(pair, findings)
  alignWords(pair, findings)
  repairShiftedSpaces(pair, findings)
  if (hasFreeWord(pair.query) || hasFreeWord(pair.listed)) {
    alignJoined(pair, findings)
    if (kind === nameKind.person) alignInitials(pair, findings)
  }
  const left = leftovers(pair, findings)
  if (pair.weight === 0 || (pair.solid === 0 && !pair.exact)) return 0
  const syllabic = isSyllabic(pair.query) || isSyllabic(pair.listed)
  let score = pair.agreed / (pair.weight + costOf(pair, left, syllabic))
  if (findings) shareCost(findings, pair, left, syllabic)
  const apply = (rule: FindingRule, factor: number) => {
    if (factor === 1) return
    score *= factor
    findings?.push({ rule, factor })
  }
  apply(...numberFactor(kind, left))
  if (kind !== nameKind.object) apply('legal-form', legalFormFactor(pair))
  if (kind === nameKind.person && dividesServant(pair)) apply('divided-name', settings.dividedName)
  if (kind === nameKind.person && left.extra.weight > 0 && left.omitted.weight > 0 && hasConflictingInitials(pair))
    apply('conflicting-initials', settings.conflictingInitials)
  if (!keepsOrder(pair)) apply('order', reorderFactor(pair, syllabic))
  if (!pair.anySame && !syllabic && !isOnlyWord(pair))
    apply('nothing-same', 1 - settings.nothingSame * (pair.defects / pair.weight))
  if (kind === nameKind.organisation && hasOtherInitials(pair)) apply('nothing-same', settings.otherInitials)
  const [rule, max] = maxScore(pair, left)
  if (score <= max) return Math.min(score, 1)
  findings?.push({ rule, factor: round6(max / score) })
  return max
}

/** Weight that found no counterpart, and of how many words that carry the name; `share` is what of it counts. */
type Leftover = { weight: number; share: number; names: number; number: boolean }
type Leftovers = { extra: Leftover; omitted: Leftover }

function leftovers(pair: Pair, findings: Finding[] | undefined): Leftovers {
  const { query, listed } = pair
  const omitted: Leftover = { weight: 0, share: 0, names: 0, number: false }
  for (let j = 0; j < listed.count; j++) {
    if (!listed.isFree(j) || listed.role[j] === role.legal) continue
    addLeftover(omitted, pair, listed, j)
    findings?.push({
      rule: 'omitted',
      listed: listed.surface(j),
      weight: round6(listed.weightOf(j)),
      counts: shareOf(pair, listed, j),
    })
  }
  const extra: Leftover = { weight: 0, share: 0, names: 0, number: false }
  for (let i = 0; i < query.count; i++) {
    if (!query.isFree(i) || query.role[i] === role.legal) continue
    if (omitted.names === 0 && isRepetition(query, i)) continue
    addLeftover(extra, pair, query, i)
    findings?.push({
      rule: 'extra',
      query: query.surface(i),
      weight: round6(query.weightOf(i)),
      counts: shareOf(pair, query, i),
    })
  }
  if (extra.weight + omitted.weight > 0) pair.exact = false
  return { extra, omitted }
}

function addLeftover(leftover: Leftover, pair: Pair, side: NameSide, i: number): void {
  const weight = side.weightOf(i)
  leftover.weight += weight
  leftover.share += shareOf(pair, side, i)
  if (side.role[i] === role.name) leftover.names++
  if (side.role[i] === role.number) leftover.number = true
}

/** The part of a left-over word's weight that counts where the names do not contradict each other. */
const shareOf = ({ kind, exact }: Pair, side: NameSide, i: number): number =>
  side.weightOf(i) * leftoverShare(kind, side, i, exact)

const contradict = ({ extra, omitted }: Leftovers): boolean => extra.names > 0 && omitted.names > 0

/** What the leftover weight counts against what has been agreed. */
function costOf({ kind, agreed }: Pair, left: Leftovers, syllabic: boolean): number {
  const { extra, omitted } = left
  if (!contradict(left)) return leftoverCost(kind, agreed, syllabic, extra.share, omitted.share, 0)
  // A father's name that one side leaves out says little; two different ones say that there are two people.
  const contradiction = Math.min(extra.weight, omitted.weight)
  return leftoverCost(kind, agreed, syllabic, extra.weight, omitted.weight, contradiction)
}

/** Says of each left-over word what it adds to the cost: a contradiction counts half for either name. */
function shareCost(findings: Finding[], { kind, agreed }: Pair, left: Leftovers, syllabic: boolean): void {
  const isContradiction = contradict(left)
  const amountOf = ({ weight, share }: Leftover) => (isContradiction ? weight : share)
  const [extra, omitted] = [amountOf(left.extra), amountOf(left.omitted)]
  const both = isContradiction ? Math.min(extra, omitted) : 0
  const half = leftoverCost(kind, agreed, syllabic, both, both, both) / 2
  const rates = {
    extra: (leftoverCost(kind, agreed, syllabic, extra - both, 0, 0) + half) / extra,
    omitted: (leftoverCost(kind, agreed, syllabic, 0, omitted - both, 0) + half) / omitted,
  }
  for (const finding of findings) {
    const { rule, weight = 0, counts = 0 } = finding
    if (rule !== 'extra' && rule !== 'omitted') continue
    finding.counts = round6((isContradiction ? weight : counts) * rates[rule])
  }
}

function numberFactor(kind: NameKind, { extra, omitted }: Leftovers): [rule: FindingRule, factor: number] {
  if (extra.number && omitted.number) return ['conflicting-numbers', settings.conflictingNumbers]
  const isMissing = kind === nameKind.organisation && (extra.number || omitted.number)
  return ['missing-number', isMissing ? settings.missingNumber : 1]
}

function reorderFactor(pair: Pair, syllabic: boolean): number {
  if (syllabic || isChineseWord(pair)) return settings.syllabic.reordered
  return pair.kind === nameKind.person && hasFather(pair) ? settings.fatherReordered : settings.reordered[pair.kind]
}

/** Upper limit of the score of a pair whose agreement rests on too few words. */
function maxScore(
  { kind, query, listed, ownWords, solid, exact }: Pair,
  { extra, omitted }: Leftovers,
): [rule: FindingRule, max: number] {
  // One word that means the same is no name: Pobeda and Victory.
  if (kind === nameKind.organisation) return ['one-word', ownWords === 0 && solid < 2 ? settings.oneOfSeveral : 1]
  if (kind === nameKind.object || solid !== 1) return ['one-word', 1]
  if (listed.countNames() >= 2 && omitted.names > 0) return ['one-word', settings.oneOfSeveral]
  if (query.countNames() >= 2 && extra.names > 0) return ['one-word', settings.oneOfSeveral]
  const initialsDiffer = hasRole(query, role.initial) !== hasRole(listed, role.initial)
  return ['one-word-and-initial', !exact && initialsDiffer ? settings.onlyInitials : 1]
}

function hasFreeWord(side: NameSide): boolean {
  for (let i = 0; i < side.count; i++) if (side.isFree(i) && side.role[i] !== role.legal) return true
  return false
}

function hasRole(side: NameSide, wanted: Role): boolean {
  for (let i = 0; i < side.count; i++) if (side.role[i] === wanted) return true
  return false
}

/** Whether all that agrees is a word of so few letters that they are likely initials, and of other ones: KLM and CLM Group. */
function hasOtherInitials({ query, listed }: Pair): boolean {
  let pairs = 0
  for (let i = 0; i < query.count; i++) {
    const j = query.partnerOf(i)
    if (j < 0 || !query.isName(i)) continue
    const isShort = Math.max(query.lengthOf(i), listed.lengthOf(j)) <= settings.maxInitials
    const isLatin = query.markOf(i) === wordMark.none && listed.markOf(j) === wordMark.none
    if (!isShort || !isLatin || query.text(i) === listed.text(j)) return false
    pairs++
  }
  return pairs > 0
}

/**
 * Whether a word only repeats one that has a counterpart, and so adds nothing: Sergey Sergey Shoigu. A syllable adds something
 * each time: Liu Liuyang is not Liu Yang.
 */
function isRepetition(side: NameSide, i: number): boolean {
  if (isSyllable(side.markOf(i))) return false
  const text = side.text(i)
  for (let other = 0; other < side.count; other++)
    if (other !== i && !side.isFree(other) && side.text(other) === text) return true
  return false
}

/** Whether a name is written in syllables (Hangul, Han), where a name is all of its syllables. */
function isSyllabic(side: NameSide): boolean {
  for (let i = 0; i < side.count; i++) if (isSyllable(side.markOf(i))) return true
  return false
}

/** 1 where the legal forms agree or one side has none; less where they say different things. */
function legalFormFactor({ query, listed }: Pair): number {
  let min = 1
  for (let i = 0; i < query.count; i++) {
    if (query.role[i] !== role.legal) continue
    for (let j = 0; j < listed.count; j++) {
      if (listed.role[j] !== role.legal) continue
      const queryForm = query.text(i).slice(1) as LegalFamily
      const listedForm = listed.text(j).slice(1) as LegalFamily
      if (queryForm === listedForm) return 1
      min = Math.min(min, familyFactor(queryForm, listedForm))
    }
  }
  return min
}
