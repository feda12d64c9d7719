import { isSyllable, markOf, wordMark } from '../scripts/word-mark.ts'
import { nameKind } from '../tokens/name-kind.ts'
/**
 * Words that one name writes together and the other apart: glued names, shifted spaces, legal forms stuck to a word.
 */

import type { Finding } from '../screening.ts'
import { longestWord } from '../spelling/signs.ts'
import { spell, wordSimilarity } from '../spelling/word-similarity.ts'
import { role } from '../tokens/analyse.ts'
import { joinSurfaces, leastGlued, longPart } from './join-rules.ts'
import { type Pair, size, told } from './pair.ts'
import { powerOf } from './score-settings.ts'

/** Neighbours that match badly one by one, but are the same letters: the space, or the legal form, slipped. */
export function mendShifted(pair: Pair, findings: Finding[] | undefined): void {
  const power = powerOf(pair)
  for (let i = 0; i < pair.queryCount; i++) {
    const j = pair.queryPartner[i]!
    if (j < 0 || pair.queryRole[i] !== role.name || pair.similarity[i * size + j]! >= 0.985) continue
    if (isShifted(pair, i, j)) {
      const text = join(pair.querySurface, pair.queryCount, i, 2)
      raise(pair, i, j, 1, power)
      raise(pair, i + 1, j + 1, 1, power)
      findings?.push({ rule: 'glued', query: text, listed: text, similarity: 1 })
      continue
    }
    const together = mergeNeighbour(pair, i, j, pair.similarity[i * size + j]!) || (bearsForm(pair, i, j) ? 1 : 0)
    if (together === 0) continue
    raise(pair, i, j, together, power)
    findings?.push({
      rule: 'glued',
      query: pair.querySurface(i),
      listed: pair.listedSurface(j),
      similarity: told(together),
    })
  }
}

/** Makes the similarity of an aligned pair of words count as `now`. */
function raise(pair: Pair, i: number, j: number, now: number, power: number): void {
  const before = pair.similarity[i * size + j]!
  const shared = (pair.queryWeight[i]! + pair.listedWeight[j]!) / 2
  pair.agreed += shared * (now ** power - before ** power)
  pair.defects -= shared * (now - before)
}

/** Whether words i and i + 1 match j and j + 1 badly, but are the same letters together. */
function isShifted(pair: Pair, i: number, j: number): boolean {
  if (i + 1 >= pair.queryCount || j + 1 >= pair.listedCount || pair.queryPartner[i + 1] !== j + 1) return false
  if (pair.similarity[(i + 1) * size + j + 1]! >= 0.985) return false
  return join(pair.querySurface, pair.queryCount, i, 2) === join(pair.listedSurface, pair.listedCount, j, 2)
}

/**
 * Takes the free neighbour of one of two badly matching words with it, where the two together match the other word
 * better than `known`. Returns the better similarity, or 0.
 */
function mergeNeighbour(pair: Pair, i: number, j: number, known: number): number {
  const script = pair.queryMark[i] === wordMark.consonantal
  if ((pair.queryMark[i] !== wordMark.none && !script) || pair.listedMark[j] !== wordMark.none) return 0
  for (const step of [1, -1]) {
    const nextListed = j + step
    if (
      isFreeName(pair.listedPartner, pair.listedRole, pair.listedCount, nextListed) &&
      pair.listedMark[nextListed] === wordMark.none
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
  const script = markOf(query) === wordMark.consonantal
  if (query.length > longestWord || listed.length > longestWord) return 0
  if (!script && (Math.abs(query.length - listed.length) > 2 || query.length < 5)) return 0
  const value = wordSimilarity(spell(query), spell(listed), false)
  return value >= leastGlued(script ? wordMark.consonantal : wordMark.none, divided) ? value : 0
}

/** Whether one of two words is the other with a legal form of the other name stuck to it: SiemensAG. */
function bearsForm(pair: Pair, i: number, j: number): boolean {
  if (pair.kind !== nameKind.organisation) return false
  const query = pair.querySurface(i)
  const listed = pair.listedSurface(j)
  return query.length > listed.length
    ? endsInForm(query, listed, pair.listedSurface, pair.listedRole, pair.listedCount)
    : endsInForm(listed, query, pair.querySurface, pair.queryRole, pair.queryCount)
}

function endsInForm(
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

/**
 * Aligns neighbours that are left over with a counterpart that writes them as one word (1:2, 2:1, 1:3, 3:1), or that
 * puts the space elsewhere (2:2). In the listed name the last word is next to the first, for a family name may stand
 * first or last.
 */
export function glue(pair: Pair, findings: Finding[] | undefined): void {
  const anySolid = pair.solid > 0
  let query = freeWords(pair.queryPartner, pair.queryRole, pair.queryCount)
  let listed = freeWords(pair.listedPartner, pair.listedRole, pair.listedCount)
  for (const [queryRun, listedRun] of runs) {
    if (pair.queryCount < queryRun || pair.listedCount < listedRun) continue
    for (let i = 0; i + queryRun <= pair.queryCount; i++) {
      const queryWords = runBits(i, queryRun, pair.queryCount)
      for (let j = 0; j < pair.listedCount; j++) {
        if ((query & queryWords) !== queryWords) break
        const listedWords = runBits(j, listedRun, pair.listedCount)
        if ((listed & listedWords) !== listedWords || !mayGlue(pair, i, queryRun, j, listedRun, anySolid)) continue
        const value = gluedSimilarity(pair, i, queryRun, j, listedRun)
        if (value === 0) continue
        take(pair, i, queryRun, j, listedRun, value, findings)
        query &= ~queryWords
        listed &= ~listedWords
      }
    }
  }
}

/** The words that are left over and may be glued, a bit for each. */
function freeWords(partner: Int8Array, roles: Uint8Array, count: number): number {
  let words = 0
  for (let i = 0; i < count; i++)
    if (partner[i]! < 0 && roles[i] !== role.initial && roles[i] !== role.legal) words |= 1 << i
  return words
}

/** The bits of `run` words from `start` on, of `count` in a circle. */
function runBits(start: number, run: number, count: number): number {
  const bits = ((1 << run) - 1) << start
  return (bits | (bits >>> count)) & ((1 << count) - 1)
}

/** Whether the two runs are of a kind that may be one word written in two ways, before their letters are looked at. */
function mayGlue(pair: Pair, i: number, queryRun: number, j: number, listedRun: number, anySolid: boolean): boolean {
  if (queryRun > 2 && pair.queryRole[i + 1] !== role.particle) return false
  const lengthOfQuery = runLength(pair.queryLength, pair.queryCount, i, queryRun)
  const lengthOfListed = runLength(pair.listedLength, pair.listedCount, j, listedRun)
  if (lengthOfQuery > longestWord || lengthOfListed > longestWord) return false
  if (pair.queryMark[i] !== wordMark.consonantal)
    return Math.abs(lengthOfQuery - lengthOfListed) <= 2 && lengthOfQuery >= 4
  if (queryRun === 1 && !anySolid) return false
  // Scripts that leave vowels out join the names of people, and are put together with Latin words alone: among
  // themselves they know their spaces.
  return listedRun === 1 || (pair.kind === nameKind.person && !anyMarked(pair, j, listedRun))
}

/** Similarity of two runs put together; 0 when it is too little for words put together. */
function gluedSimilarity(pair: Pair, i: number, queryRun: number, j: number, listedRun: number): number {
  const script = pair.queryMark[i] === wordMark.consonantal
  const syllables = isSyllable(pair.queryMark[i]!) || isSyllable(pair.listedMark[j]!)
  if (!script && !syllables && !endsAlike(pair, i, queryRun, j, listedRun)) return 0
  const query = join(pair.querySurface, pair.queryCount, i, queryRun)
  const listed = join(pair.listedSurface, pair.listedCount, j, listedRun)
  const least = leastGlued(syllables ? wordMark.chinese : pair.queryMark[i]!, queryRun > 1)
  let value = query === listed ? 1 : 0
  if (syllables || script) value = wordSimilarity(spell(query), spell(listed), false, least)
  else {
    const held = listedRun === 1 || holdsPart(pair, query, j, listedRun)
    if (listedRun > 2 && !held) return 0
    if (value === 0 && held && query.length >= 5) value = wordSimilarity(spell(query), spell(listed), false, least)
  }
  if (queryRun > 2 && value < 1 && !script) return 0
  return value >= least ? value : 0
}

/** Whether two runs of Latin words have their first or their last letter in common: else they are no spellings. */
function endsAlike(pair: Pair, i: number, queryRun: number, j: number, listedRun: number): boolean {
  if (pair.querySurface(i).charCodeAt(0) === pair.listedSurface(j).charCodeAt(0)) return true
  const query = pair.querySurface(i + queryRun - 1)
  const listed = pair.listedSurface((j + listedRun - 1) % pair.listedCount)
  return query.charCodeAt(query.length - 1) === listed.charCodeAt(listed.length - 1)
}

/** Aligns the two runs as wholes. */
function take(
  pair: Pair,
  i: number,
  queryRun: number,
  j: number,
  listedRun: number,
  value: number,
  findings: Finding[] | undefined,
): void {
  let weight = 0
  for (let k = 0; k < queryRun; k++) {
    pair.queryPartner[i + k] = j
    weight += pair.queryWeight[i + k]! / 2
  }
  for (let k = 0; k < listedRun; k++) {
    const at = (j + k) % pair.listedCount
    pair.listedPartner[at] = i
    weight += pair.listedWeight[at]! / 2
  }
  pair.agree(weight, value, powerOf(pair))
  pair.solid += listedRun
  pair.ownWords += listedRun
  if (value === 1) pair.anySame = true
  findings?.push({
    rule: 'glued',
    query: join(pair.querySurface, pair.queryCount, i, queryRun),
    listed: join(pair.listedSurface, pair.listedCount, j, listedRun),
    similarity: told(value),
    weight: told(weight),
  })
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

function anyMarked(pair: Pair, start: number, run: number): boolean {
  for (let k = 0; k < run; k++) if (pair.listedMark[(start + k) % pair.listedCount] !== wordMark.none) return true
  return false
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
