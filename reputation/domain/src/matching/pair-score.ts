/**
 * The score of a query name against a listed name: which of its tokens found their counterpart, what was left over on
 * either side, and what that says. One code path makes the score and, when asked, its explanation.
 *
 *     score = Σ weight × similarity^p  /  (Σ weight + contradiction + what is extra + what was omitted)
 *
 * A **contradiction** is weight left over on both sides: the names say different things. Weight left over in the query
 * alone is **extra**, weight left over in the listed name alone is **omitted**: the names say more or less of the same.
 */
import { role } from './analysis.ts'
import { glue, mendShifted } from './glue.ts'
import { isSyllable, type Pair, size, told } from './pair.ts'
import { countNames, leftoverRate, leftoverShare, powerOf, settings } from './score-settings.ts'
import type { Finding } from './screening.ts'
import { familyFactor, type LegalFamily } from './tables/legal-forms.ts'
import { dividesServant, hasFather, keepsOrder } from './word-order.ts'

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
        similarity: told(value),
        weight: told(shared),
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
    ownWords += glued.solid
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
  let extraShare = 0
  let omittedShare = 0
  let extraNumber = false
  let omittedNumber = false
  looseQuery = 0
  looseListed = 0
  for (let j = 0; j < listedCount; j++) {
    if (listedPartner[j]! >= 0 || listedRole[j] === role.legal) continue
    omitted += listedWeight[j]!
    omittedShare += listedWeight[j]! * leftoverShare(pair.listedText, listedRole, listedCount, j)
    if (listedRole[j] === role.number) omittedNumber = true
    if (listedRole[j] === role.name) looseListed++
    exact = false
    findings?.push({ rule: 'omitted', listed: pair.listedSurface(j), weight: told(listedWeight[j]!) })
  }
  for (let i = 0; i < queryCount; i++) {
    if (queryPartner[i]! >= 0 || queryRole[i] === role.legal) continue
    if (looseListed === 0 && repeats(pair, i)) continue
    extra += queryWeight[i]!
    extraShare += queryWeight[i]! * leftoverShare(pair.queryText, queryRole, queryCount, i)
    if (queryRole[i] === role.number) extraNumber = true
    if (queryRole[i] === role.name) looseQuery++
    exact = false
    findings?.push({ rule: 'extra', query: pair.querySurface(i), weight: told(queryWeight[i]!) })
  }
  if (solid === 0 && !exact) return 0

  // A father's name that one side leaves out says little; two different ones say that there are two people.
  if (looseQuery === 0 || looseListed === 0) {
    extra = extraShare
    omitted = omittedShare
  }
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

/** Whether either name is written in syllables (Hangul, Han), where a name is all of its syllables. */
function isSyllabic(pair: Pair): boolean {
  for (let i = 0; i < pair.queryCount; i++) if (isSyllable(pair.queryMark[i]!)) return true
  for (let j = 0; j < pair.listedCount; j++) if (isSyllable(pair.listedMark[j]!)) return true
  return false
}

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
