/**
 * Words that one name writes together and the other apart: glued names, shifted spaces, legal forms stuck to a word.
 */
import { role } from './analysis.ts'
import { leastGlued } from './glued.ts'
import { isSyllable, type Pair, size, told } from './pair.ts'
import { powerOf } from './score-settings.ts'
import type { Finding } from './screening.ts'
import { markOf, spell, wordSimilarity } from './similarity.ts'
import { longestWord } from './spelling.ts'

/** Neighbours that match badly one by one, but are the same letters: the space, or the legal form, slipped. */
export function mendShifted(pair: Pair, findings: Finding[] | undefined): { agreed: number; defects: number } {
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
export function glue(pair: Pair, solid: number, findings: Finding[] | undefined): Gain {
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
