/**
 * The score of a query name against a listed name: which of its tokens found their counterpart, what was left over on
 * either side, and what that says. One code path makes the score and, when asked, its explanation.
 *
 *     score = Σ weight × similarity^p  /  (Σ weight + contradiction + what is extra + what was omitted)
 *
 * A **contradiction** is weight left over on both sides: the names say different things. Weight left over in the query
 * alone is **extra**, weight left over in the listed name alone is **omitted**: the names say more or less of the same.
 */
import { type Kind, mostTokens, role, type Token } from './analysis.ts'
import { leastGlued } from './glued.ts'
import type { Finding } from './screening.ts'
import { markOf, spell, wordSimilarity } from './similarity.ts'
import { longestWord } from './spelling.ts'
import { familyFactor, type LegalFamily } from './tables/legal-forms.ts'
import { patronymic } from './tables/person-words.ts'

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
    { least: 0.12, slope: 0.22, enough: 2 },
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

const size = mostTokens

/** The two names of one comparison, filled by the caller and read by `scorePair`. Reused from pair to pair. */
export class Pair {
  kind: Kind = 0
  queryCount = 0
  listedCount = 0
  readonly queryRole = new Uint8Array(size)
  readonly listedRole = new Uint8Array(size)
  readonly queryWeight = new Float32Array(size)
  readonly listedWeight = new Float32Array(size)
  /** Similarity of query token i and listed token j at `i * size + j`. */
  readonly similarity = new Float32Array(size * size)
  /** 1 where that similarity is one of meaning, of words that translate each other. */
  readonly translated = new Uint8Array(size * size)
  /** Mark of each token's text (see `markOf`) and length of its surface: they spare most looks at the texts. */
  readonly queryMark = new Uint8Array(size)
  readonly listedMark = new Uint8Array(size)
  readonly queryLength = new Uint16Array(size)
  readonly listedLength = new Uint16Array(size)
  queryText: (i: number) => string = () => ''
  listedText: (j: number) => string = () => ''
  querySurface: (i: number) => string = () => ''
  listedSurface: (j: number) => string = () => ''

  // Results of the alignment.
  /** Listed token that query token i is aligned with, or -1; a glued block shares its first partner. */
  readonly queryPartner = new Int8Array(size)
  readonly listedPartner = new Int8Array(size)
}

export const pairCell = (i: number, j: number): number => i * size + j

/** Score in [0, 1] of the pair; `findings` receives the explanation. */
export function scorePair(pair: Pair, findings?: Finding[]): number {
  const {
    kind,
    queryCount,
    listedCount,
    queryRole,
    listedRole,
    queryWeight,
    listedWeight,
    similarity,
    queryPartner,
    listedPartner,
  } = pair
  const power = powerOf(pair)
  for (let i = 0; i < queryCount; i++) queryPartner[i] = -1
  for (let j = 0; j < listedCount; j++) listedPartner[j] = -1
  let weight = 0
  let agreed = 0
  let solid = 0
  const listedNames = countNames(listedRole, listedCount)
  const queryNames = countNames(queryRole, queryCount)
  let exact = true
  let anySame = false
  let ownWords = 0 // words of the name that agree by themselves, not in translation
  let defects = 0

  // Best pairs first; among equals the pair that keeps the order.
  for (;;) {
    let best = 0
    let bestI = -1
    let bestJ = -1
    for (let i = 0; i < queryCount; i++) {
      if (queryPartner[i]! >= 0 || queryRole[i] === role.legal) continue
      const row = i * size
      for (let j = 0; j < listedCount; j++) {
        const value = similarity[row + j]!
        if (value === 0 || listedPartner[j]! >= 0) continue
        const favour = value - Math.abs(i - j) * 1e-4
        if (favour > best) {
          best = favour
          bestI = i
          bestJ = j
        }
      }
    }
    if (bestI < 0) break
    const value = similarity[bestI * size + bestJ]!
    queryPartner[bestI] = bestJ
    listedPartner[bestJ] = bestI
    const shared = (queryWeight[bestI]! + listedWeight[bestJ]!) / 2
    weight += shared
    agreed += shared * value ** power
    const translated = pair.translated[bestI * size + bestJ] === 1
    if (value < 1) exact = false
    defects += shared * (1 - value)
    if (queryRole[bestI] === role.name) {
      if (value >= 0.8) solid++
      if (!translated) ownWords++
      if (value >= 0.95 || pair.queryMark[bestI] !== 0 || pair.listedMark[bestJ] !== 0) anySame = true
    }
    if (findings)
      findings.push({
        rule: value === 1 ? 'same' : translated ? 'translation' : 'spelling',
        query: pair.querySurface(bestI),
        listed: pair.listedSurface(bestJ),
        similarity: round(value),
        weight: round(shared),
      })
  }

  const mended = mendShifted(pair, findings)
  agreed += mended.agreed
  defects -= mended.defects

  // Words that one side writes together and the other apart.
  let looseQuery = loose(queryPartner, queryRole, queryCount)
  let looseListed = loose(listedPartner, listedRole, listedCount)
  if (looseQuery + looseListed > 0) {
    const glued = glue(pair, solid, findings)
    weight += glued.weight
    agreed += glued.agreed
    solid += glued.solid
    if (glued.inexact) exact = false
    else if (glued.solid > 0) anySame = true
    defects += glued.defects
    if (kind === 0) {
      const initials = matchInitials(pair, findings)
      weight += initials.weight
      agreed += initials.agreed
      if (initials.weight > 0) exact = false
    }
  }

  let extra = 0
  let omitted = 0
  let extraNumber = false
  let omittedNumber = false
  looseQuery = 0
  looseListed = 0
  for (let j = 0; j < listedCount; j++) {
    if (listedPartner[j]! >= 0 || listedRole[j] === role.legal) continue
    omitted += listedWeight[j]! * leftoverShare(pair.listedText, listedRole, j)
    if (listedRole[j] === role.number) omittedNumber = true
    if (listedRole[j] === role.name) looseListed++
    exact = false
    findings?.push({ rule: 'omitted', listed: pair.listedSurface(j), weight: round(listedWeight[j]!) })
  }
  for (let i = 0; i < queryCount; i++) {
    if (queryPartner[i]! >= 0 || queryRole[i] === role.legal) continue
    if (looseListed === 0 && repeats(pair, i)) continue
    extra += queryWeight[i]! * leftoverShare(pair.queryText, queryRole, i)
    if (queryRole[i] === role.number) extraNumber = true
    if (queryRole[i] === role.name) looseQuery++
    exact = false
    findings?.push({ rule: 'extra', query: pair.querySurface(i), weight: round(queryWeight[i]!) })
  }
  if (solid === 0 && !exact) return 0

  const contradiction = looseQuery > 0 && looseListed > 0 ? Math.min(extra, omitted) : 0
  const syllabic = isSyllabic(pair)
  const extraRate = syllabic ? settings.syllabic.leftover : leftoverRate(settings.extra[kind]!, agreed)
  const omittedRate = syllabic ? settings.syllabic.leftover : leftoverRate(settings.omitted[kind]!, agreed)
  const total =
    weight +
    settings.contradiction[kind]! * contradiction +
    (extra - contradiction) * extraRate +
    (omitted - contradiction) * omittedRate
  let score = total > 0 ? agreed / total : 0

  const factor = (rule: string, value: number) => {
    score *= value
    findings?.push({ rule, factor: value })
  }
  if (extraNumber && omittedNumber) factor('conflicting-numbers', settings.conflictingNumbers)
  else if ((extraNumber || omittedNumber) && kind === 1 && weight > 0) factor('missing-number', settings.missingNumber)
  if (kind !== 2) {
    const legal = compareForms(pair)
    if (legal !== 1) factor('legal-form', legal)
  }
  if (kind === 0 && dividesServant(pair)) factor('divided-name', settings.dividedName)
  if (!keepsOrder(pair))
    factor(
      'order',
      syllabic
        ? settings.syllabic.reordered
        : kind === 0 && hasFather(pair)
          ? settings.fatherReordered
          : settings.reordered[kind]!,
    )
  if (!anySame && weight > 0 && !syllabic && !(kind === 1 && queryNames === 1 && listedNames === 1))
    factor('nothing-same', 1 - settings.nothingSame * (defects / weight))
  if (kind === 0 && solid < 2) {
    if (listedNames >= 2 && solid === 1 && looseListed > 0) score = Math.min(score, settings.oneOfSeveral)
    else if (queryNames >= 2 && solid === 1 && looseQuery > 0) score = Math.min(score, settings.oneOfSeveral)
    else if (
      solid === 1 &&
      !exact &&
      hasRole(queryRole, queryCount, role.initial) !== hasRole(listedRole, listedCount, role.initial)
    )
      score = Math.min(score, settings.onlyInitials)
  }
  // One word that means the same is no name: Pobeda and Victory.
  if (kind === 1 && ownWords === 0 && solid < 2) score = Math.min(score, settings.oneOfSeveral)
  return Math.min(score, 1)
}

/** The least exponent that a query may meet: the exponent depends on both names. */
export const powerOfQuery = (kind: Kind, tokens: readonly Token[]): number =>
  kind === 1 && tokens.filter((token) => token.role === role.name).length === 1
    ? settings.onlyWordPower
    : settings.similarityPower[kind]!

/** Exponent on similarities: the higher, the less an imperfect spelling counts. */
export function powerOf(pair: Pair): number {
  if (pair.kind !== 1) return settings.similarityPower[pair.kind]!
  return countNames(pair.queryRole, pair.queryCount) === 1 && countNames(pair.listedRole, pair.listedCount) === 1
    ? settings.onlyWordPower
    : settings.similarityPower[1]!
}

function countNames(roles: Uint8Array, count: number): number {
  let names = 0
  for (let i = 0; i < count; i++) if (roles[i] === role.name) names++
  return names
}

function loose(partner: Int8Array, roles: Uint8Array, count: number): number {
  let left = 0
  for (let i = 0; i < count; i++) if (partner[i]! < 0 && roles[i] !== role.legal) left++
  return left
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

/** Neighbours that match badly one by one, but are the same letters: the space, or the legal form, slipped. */
function mendShifted(pair: Pair, findings: Finding[] | undefined): { agreed: number; defects: number } {
  const { queryPartner, queryCount, listedCount, similarity, kind } = pair
  let agreed = 0
  let defects = 0
  const mend = (i: number, j: number) => {
    const value = similarity[i * size + j]!
    const shared = (pair.queryWeight[i]! + pair.listedWeight[j]!) / 2
    agreed += shared * (1 - value ** powerOf(pair))
    defects += shared * (1 - value)
  }
  for (let i = 0; i < queryCount; i++) {
    const j = queryPartner[i]!
    if (j < 0 || pair.queryRole[i] !== role.name || similarity[i * size + j]! >= 0.985) continue
    if (
      i + 1 < queryCount &&
      j + 1 < listedCount &&
      queryPartner[i + 1] === j + 1 &&
      similarity[(i + 1) * size + j + 1]! < 0.985
    ) {
      const text = join(pair.querySurface, queryCount, i, 2)
      if (text !== join(pair.listedSurface, listedCount, j, 2)) continue
      mend(i, j)
      mend(i + 1, j + 1)
      findings?.push({ rule: 'glued', query: text, listed: text, similarity: 1 })
    } else if (mergesNeighbour(pair, i, j)) {
      mend(i, j)
      findings?.push({ rule: 'glued', query: pair.querySurface(i), listed: pair.listedSurface(j), similarity: 1 })
    } else if (kind === 1) {
      const query = pair.querySurface(i)
      const listed = pair.listedSurface(j)
      if (
        query.length > listed.length
          ? !bearsForm(query, listed, pair.listedSurface, pair.listedRole, listedCount)
          : !bearsForm(listed, query, pair.querySurface, pair.queryRole, queryCount)
      )
        continue
      mend(i, j)
      findings?.push({ rule: 'glued', query, listed, similarity: 1 })
    }
  }
  return { agreed, defects }
}

/** Whether one of two badly matching words is the other with its free neighbour; that neighbour is then taken, too. */
function mergesNeighbour(pair: Pair, i: number, j: number): boolean {
  const query = pair.querySurface(i)
  const listed = pair.listedSurface(j)
  for (const step of [1, -1]) {
    const nextListed = j + step
    if (
      nextListed >= 0 &&
      nextListed < pair.listedCount &&
      pair.listedPartner[nextListed]! < 0 &&
      pair.listedRole[nextListed] === role.name
    ) {
      const other = pair.listedSurface(nextListed)
      if (query === (step > 0 ? listed + other : other + listed)) {
        pair.listedPartner[nextListed] = i
        return true
      }
    }
    const nextQuery = i + step
    if (
      nextQuery >= 0 &&
      nextQuery < pair.queryCount &&
      pair.queryPartner[nextQuery]! < 0 &&
      pair.queryRole[nextQuery] === role.name
    ) {
      const other = pair.querySurface(nextQuery)
      if (listed === (step > 0 ? query + other : other + query)) {
        pair.queryPartner[nextQuery] = j
        return true
      }
    }
  }
  return false
}

/** Whether `longer` is `shorter` with a legal form of the other name stuck to it: SiemensAG. */
function bearsForm(
  longer: string,
  shorter: string,
  surface: (i: number) => string,
  roles: Uint8Array,
  count: number,
): boolean {
  if (!longer.startsWith(shorter)) return false
  for (let i = 0; i < count; i++) if (roles[i] === role.legal && longer === shorter + surface(i)) return true
  return false
}

type Gain = { weight: number; agreed: number; solid: number; defects: number; inexact: boolean }

/**
 * Aligns neighbours that are left over with a counterpart that writes them as one word (1:2, 2:1, 1:3, 3:1), or that
 * puts the space elsewhere (2:2). Neighbours wrap around, for a family name may stand first or last.
 */
function glue(pair: Pair, solid: number, findings: Finding[] | undefined): Gain {
  const gain: Gain = { weight: 0, agreed: 0, solid: 0, defects: 0, inexact: false }
  for (const [queryRun, listedRun] of runs) {
    if (pair.queryCount < queryRun || pair.listedCount < listedRun) continue
    for (let i = 0; i < pair.queryCount; i++) {
      if (!free(pair.queryPartner, pair.queryRole, pair.queryCount, i, queryRun)) continue
      for (let j = 0; j < pair.listedCount; j++) {
        if (!free(pair.listedPartner, pair.listedRole, pair.listedCount, j, listedRun)) continue
        const script = pair.queryMark[i] === 37
        const lengthOfQuery = runLength(pair.queryLength, pair.queryCount, i, queryRun)
        const lengthOfListed = runLength(pair.listedLength, pair.listedCount, j, listedRun)
        if (lengthOfQuery > longestWord || lengthOfListed > longestWord) continue
        if (script ? solid === 0 : Math.abs(lengthOfQuery - lengthOfListed) > 2 || lengthOfQuery < 4) continue
        const queryText = join(pair.querySurface, pair.queryCount, i, queryRun)
        const listedText = join(pair.listedSurface, pair.listedCount, j, listedRun)
        const syllables = isSyllable(pair.queryMark[i]!) || isSyllable(pair.listedMark[j]!)
        const least = leastGlued(syllables ? 126 : pair.queryMark[i]!)
        const value =
          lengthOfQuery < 5 && !syllables && !script && queryText !== listedText
            ? 0
            : wordSimilarity(spell(queryText), spell(listedText), false)
        if (value === 0 || value < least) continue
        let queryWeight = 0
        let listedWeight = 0
        for (let k = 0; k < queryRun; k++) {
          const at = (i + k) % pair.queryCount
          pair.queryPartner[at] = j
          queryWeight += pair.queryWeight[at]!
        }
        for (let k = 0; k < listedRun; k++) {
          const at = (j + k) % pair.listedCount
          pair.listedPartner[at] = i
          listedWeight += pair.listedWeight[at]!
        }
        const shared = (queryWeight + listedWeight) / 2
        gain.weight += shared
        gain.agreed += shared * value ** powerOf(pair)
        gain.solid += Math.max(queryRun, listedRun) > 1 ? 2 : 1
        if (value < 1) gain.inexact = true
        gain.defects += shared * (1 - value)
        findings?.push({
          rule: 'glued',
          query: queryText,
          listed: listedText,
          similarity: round(value),
          weight: round(shared),
        })
        break
      }
    }
  }
  return gain
}
const runs = [
  [1, 2],
  [2, 1],
  [1, 3],
  [3, 1],
  [2, 2],
] as const

function free(partner: Int8Array, roles: Uint8Array, count: number, start: number, run: number): boolean {
  for (let k = 0; k < run; k++) {
    const at = start + k < count ? start + k : start + k - count
    if (partner[at]! >= 0 || roles[at] === role.initial || roles[at] === role.legal) return false
  }
  return true
}

function runLength(lengths: Uint16Array, count: number, start: number, run: number): number {
  let length = 0
  for (let k = 0; k < run; k++) length += lengths[start + k < count ? start + k : start + k - count]!
  return length
}

function join(text: (i: number) => string, count: number, start: number, run: number): string {
  let joined = ''
  for (let k = 0; k < run; k++) {
    const part = text((start + k) % count)
    joined += k > 0 && markOf(part.charCodeAt(0)) !== 0 ? part.slice(1) : part
  }
  return joined
}

/** Whether either name is written in syllables (Hangul, Han), where a name is all of its syllables. */
function isSyllabic(pair: Pair): boolean {
  for (let i = 0; i < pair.queryCount; i++) if (isSyllable(pair.queryMark[i]!)) return true
  for (let j = 0; j < pair.listedCount; j++) if (isSyllable(pair.listedMark[j]!)) return true
  return false
}

const isSyllable = (mark: number): boolean => mark === 94 || mark === 126

/** An initial meets the name that it begins. */
function matchInitials(pair: Pair, findings: Finding[] | undefined): { weight: number; agreed: number } {
  let weight = 0
  let agreed = 0
  const meet = (i: number, j: number) => {
    pair.queryPartner[i] = j
    pair.listedPartner[j] = i
    weight += settings.initialWeight
    agreed += settings.initialWeight * 0.9
    findings?.push({
      rule: 'initial',
      query: pair.querySurface(i),
      listed: pair.listedSurface(j),
      similarity: 0.9,
      weight: settings.initialWeight,
    })
  }
  for (let i = 0; i < pair.queryCount; i++) {
    if (pair.queryPartner[i]! >= 0) continue
    for (let j = 0; j < pair.listedCount; j++) {
      if (pair.listedPartner[j]! >= 0) continue
      const oneIsInitial = (pair.queryRole[i] === role.initial) !== (pair.listedRole[j] === role.initial)
      const bothMayBe =
        pair.queryRole[i] === role.initial ? pair.listedRole[j] === role.name : pair.queryRole[i] === role.name
      if (oneIsInitial && bothMayBe && pair.queryText(i).charCodeAt(0) === pair.listedText(j).charCodeAt(0)) {
        meet(i, j)
        break
      }
    }
  }
  return { weight, agreed }
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

/** Whether the 'abdul' of both names stands before different words: the query's goes with another word of the list. */
function dividesServant(pair: Pair): boolean {
  for (let i = 0; i + 1 < pair.queryCount; i++) {
    const j = pair.queryPartner[i]!
    if (j < 0 || pair.queryText(i) !== 'abdul' || pair.listedText(j) !== 'abdul' || j + 1 >= pair.listedCount) continue
    const partner = pair.queryPartner[i + 1]!
    if (partner >= 0 && partner !== j + 1 && partner !== j && pair.listedPartner[j + 1]! < 0) return true
  }
  return false
}

/** Whether both names say whose son or daughter they speak of. */
function hasFather(pair: Pair): boolean {
  for (let i = 0; i < pair.queryCount; i++)
    if (pair.queryRole[i] === role.particle && pair.queryText(i) === 'bin' && pair.queryPartner[i]! >= 0) return true
  return false
}

/** Whether the aligned tokens stand in the same order, or in one that a comma reading makes of it (a rotation). */
function keepsOrder(pair: Pair): boolean {
  let descents = 0
  let previous = -1
  let first = -1
  for (let i = 0; i < pair.queryCount; i++) {
    const partner = pair.queryPartner[i]!
    if (partner < 0 || pair.queryRole[i] !== role.name) continue
    if (pair.translated[i * size + partner]) continue // another language has another order
    if (first < 0) first = partner
    if (partner < previous) descents++
    previous = partner
  }
  if (previous >= 0 && first < previous) descents++
  return descents <= 1
}

/**
 * Share of its weight that a left-over word keeps: less for a father's name (a patronymic, or what follows 'son of' and
 * is not the last word), which documents give or leave out as they please.
 */
export function leftoverShare(text: (i: number) => string, roles: Uint8Array, i: number): number {
  if (roles[i] !== role.name) return 1
  const word = text(i)
  if (word.length > 6 && patronymic.test(word)) return settings.fatherShare
  return i > 0 && roles[i - 1] === role.particle && text(i - 1) === 'bin' && roles[i + 1] === role.particle
    ? settings.fatherShare
    : 1
}

const round = (value: number): number => Math.round(value * 1000) / 1000
