/**
 * Words that one name writes together and the other apart: glued names, shifted spaces, legal forms stuck to a word.
 */
import { role } from './analysis.ts'
import { joinSurfaces, leastGlued, longPart } from './glued.ts'
import { isSyllable, type Pair, size, told } from './pair.ts'
import { powerOf } from './score-settings.ts'
import type { Finding } from './screening.ts'
import { spell, wordSimilarity } from './similarity.ts'
import { longestWord } from './spelling.ts'

/** Neighbours that match badly one by one, but are the same letters: the space, or the legal form, slipped. */
export function mendShifted(pair: Pair, findings: Finding[] | undefined): { agreed: number; defects: number } {
  const { queryPartner, queryCount, listedCount, similarity, kind } = pair
  let agreed = 0
  let defects = 0
  const mend = (i: number, j: number, now = 1) => {
    const value = similarity[i * size + j]!
    const shared = (pair.queryWeight[i]! + pair.listedWeight[j]!) / 2
    agreed += shared * (now ** powerOf(pair) - value ** powerOf(pair))
    defects += shared * (now - value)
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
      continue
    }
    const merged = mergeNeighbour(pair, i, j, similarity[i * size + j]!)
    if (merged > 0) {
      mend(i, j, merged)
      findings?.push({
        rule: 'glued',
        query: pair.querySurface(i),
        listed: pair.listedSurface(j),
        similarity: told(merged),
      })
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

/**
 * Takes the free neighbour of one of two badly matching words with it, where the two together match the other word
 * better than `known`. Returns the better similarity, or 0.
 */
function mergeNeighbour(pair: Pair, i: number, j: number, known: number): number {
  const script = pair.queryMark[i] === 37
  if ((pair.queryMark[i] !== 0 && !script) || pair.listedMark[j] !== 0) return 0
  for (const step of [1, -1]) {
    const nextListed = j + step
    if (
      isFreeName(pair.listedPartner, pair.listedRole, pair.listedCount, nextListed) &&
      pair.listedMark[nextListed] === 0
    ) {
      const start = step > 0 ? j : nextListed
      const query = pair.querySurface(i)
      const value = togetherSimilarity(query, join(pair.listedSurface, pair.listedCount, start, 2), false)
      if (value > known && (value === 1 || script || holdsPart(pair, query, start, 2))) {
        pair.listedPartner[nextListed] = i
        return value
      }
    }
    const nextQuery = i + step
    if (isFreeName(pair.queryPartner, pair.queryRole, pair.queryCount, nextQuery)) {
      const start = step > 0 ? i : nextQuery
      const value = togetherSimilarity(join(pair.querySurface, pair.queryCount, start, 2), pair.listedSurface(j), true)
      if (value > known) {
        pair.queryPartner[nextQuery] = j
        return value
      }
    }
  }
  return 0
}

const isFreeName = (partner: Int8Array, roles: Uint8Array, count: number, at: number): boolean =>
  at >= 0 && at < count && partner[at]! < 0 && roles[at] === role.name

/** Similarity of two words, one of them put together; 0 when it is too little for that. */
function togetherSimilarity(query: string, listed: string, divided: boolean): number {
  if (query === listed) return 1
  const script = query.charCodeAt(0) === 37
  if (query.length > longestWord || listed.length > longestWord) return 0
  if (!script && (Math.abs(query.length - listed.length) > 2 || query.length < 5)) return 0
  const value = wordSimilarity(spell(query), spell(listed), false)
  return value >= leastGlued(script ? 37 : 0, divided) ? value : 0
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
 * puts the space elsewhere (2:2). In the listed name the last word is next to the first, for a family name may stand
 * first or last.
 */
export function glue(pair: Pair, solid: number, findings: Finding[] | undefined): Gain {
  const gain: Gain = { weight: 0, agreed: 0, solid: 0, defects: 0, inexact: false }
  for (const [queryRun, listedRun] of runs) {
    if (pair.queryCount < queryRun || pair.listedCount < listedRun) continue
    for (let i = 0; i + queryRun <= pair.queryCount; i++) {
      if (!free(pair.queryPartner, pair.queryRole, pair.queryCount, i, queryRun)) continue
      for (let j = 0; j < pair.listedCount; j++) {
        if (!free(pair.listedPartner, pair.listedRole, pair.listedCount, j, listedRun)) continue
        const script = pair.queryMark[i] === 37
        // Scripts that leave vowels out join the names of people, and are put together with Latin words alone: among
        // themselves they know their spaces.
        if (script && listedRun > 1 && (pair.kind !== 0 || anyMarked(pair, j, listedRun))) continue
        const lengthOfQuery = runLength(pair.queryLength, pair.queryCount, i, queryRun)
        const lengthOfListed = runLength(pair.listedLength, pair.listedCount, j, listedRun)
        if (lengthOfQuery > longestWord || lengthOfListed > longestWord) continue
        if (script ? queryRun === 1 && solid === 0 : Math.abs(lengthOfQuery - lengthOfListed) > 2 || lengthOfQuery < 4)
          continue
        if (queryRun > 2 && pair.queryRole[i + 1] !== role.particle) continue
        const queryText = join(pair.querySurface, pair.queryCount, i, queryRun)
        const listedText = join(pair.listedSurface, pair.listedCount, j, listedRun)
        const syllables = isSyllable(pair.queryMark[i]!) || isSyllable(pair.listedMark[j]!)
        let value = queryText === listedText ? 1 : 0
        if (syllables || script) value = wordSimilarity(spell(queryText), spell(listedText), false)
        else if (listedRun > 1) {
          const held = holdsPart(pair, queryText, j, listedRun)
          if (listedRun > 2 && !held) continue
          if (value === 0 && held) value = gluedSpelling(queryText, listedText)
        } else if (value === 0) value = gluedSpelling(queryText, listedText)
        const least = leastGlued(syllables ? 126 : pair.queryMark[i]!, queryRun > 1)
        if (value === 0 || value < least || (queryRun > 2 && value < 1 && !script)) continue
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
        gain.solid += listedRun
        if (value < 1) gain.inexact = true
        gain.defects += shared * (1 - value)
        findings?.push({
          rule: 'glued',
          query: queryText,
          listed: listedText,
          similarity: told(value),
          weight: told(shared),
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

/** Whether the text begins with the first of the listed words or ends with the last, letter for letter. */
function holdsPart(pair: Pair, text: string, start: number, run: number): boolean {
  const first = pair.listedSurface(start)
  const last = pair.listedSurface((start + run - 1) % pair.listedCount)
  return (first.length >= longPart && text.startsWith(first)) || (last.length >= longPart && text.endsWith(last))
}

/** Similarity of two Latin words put together, which must have their first or their last letter in common; else 0. */
function gluedSpelling(query: string, listed: string): number {
  const alike =
    query.charCodeAt(0) === listed.charCodeAt(0) ||
    query.charCodeAt(query.length - 1) === listed.charCodeAt(listed.length - 1)
  return alike && query.length >= 5 ? wordSimilarity(spell(query), spell(listed), false) : 0
}

function anyMarked(pair: Pair, start: number, run: number): boolean {
  for (let k = 0; k < run; k++) if (pair.listedMark[(start + k) % pair.listedCount] !== 0) return true
  return false
}

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
  if (run === 1) return text(start)
  if (run === 2) return joinSurfaces([text(start), text((start + 1) % count)])
  return joinSurfaces(Array.from({ length: run }, (_, k) => text((start + k) % count)))
}
