/**
 * Words that one name writes together and the other apart: joined words, shifted spaces, legal forms stuck to a word.
 * Explanations call them `glued`, a word that programs rely on.
 */
import { withoutCode } from '../scripts/han.ts'
import { isSyllable, markOf, wordMark } from '../scripts/word-mark.ts'
import { maxWordLength } from '../spelling/signs.ts'
import { spell, wordSimilarity } from '../spelling/word-similarity.ts'
import { areChineseSpellings } from '../tables/chinese-syllables.ts'
import { nameKind } from '../tokens/name-kind.ts'
import { role } from '../tokens/token.ts'
import { powerOf } from './credit.ts'
import { type Finding, round3, round6 } from './finding.ts'
import { joinSurfaces, minJoinedSimilarity, minPartLength } from './join-rules.ts'
import type { NameSide, Pair } from './pair.ts'

/** From this similarity on, two aligned words are not suspected of a shifted space. */
const wellAligned = 0.985

/** Raises the similarity of aligned words that match badly, but are the same letters with their neighbours. */
export function repairShiftedSpaces(pair: Pair, findings: Finding[] | undefined): void {
  const { query, listed } = pair
  const power = powerOf(pair)
  for (let i = 0; i < query.count; i++) {
    const j = query.partnerOf(i)
    if (j < 0 || !query.isName(i) || pair.similarityOf(i, j) >= wellAligned) continue
    const before = pair.agreed
    const counts = () => round6(pair.agreed - before)
    if (isShifted(pair, i, j)) {
      const text = joinRun(query, { start: i, length: 2 })
      replaceSimilarity(pair, i, j, 1, power)
      replaceSimilarity(pair, i + 1, j + 1, 1, power)
      findings?.push({ rule: 'glued', query: text, listed: text, similarity: 1, counts: counts() })
      continue
    }
    const together = mergeNeighbour(pair, i, j) || (differByForm(pair, i, j) ? 1 : 0)
    if (together === 0) continue
    replaceSimilarity(pair, i, j, together, power)
    const similarity = round3(together)
    findings?.push({
      rule: 'glued',
      query: query.surface(i),
      listed: listed.surface(j),
      similarity,
      counts: counts(),
    })
  }
}

/** Makes the similarity of an aligned pair of words count as `now`. */
function replaceSimilarity(pair: Pair, i: number, j: number, now: number, power: number): void {
  const before = pair.similarityOf(i, j)
  const shared = pair.sharedWeight(i, j)
  pair.agreed += shared * (now ** power - before ** power)
  pair.defects -= shared * (now - before)
}

/** Whether words i and i + 1 match j and j + 1 badly, but are the same letters together. */
function isShifted(pair: Pair, i: number, j: number): boolean {
  const { query, listed } = pair
  if (i + 1 >= query.count || j + 1 >= listed.count || query.partner[i + 1] !== j + 1) return false
  if (pair.similarityOf(i + 1, j + 1) >= wellAligned) return false
  return joinRun(query, { start: i, length: 2 }) === joinRun(listed, { start: j, length: 2 })
}

/**
 * Takes the free neighbour of one of two badly matching words with it, where the two together match the other word
 * better. Returns the better similarity, or 0.
 */
function mergeNeighbour(pair: Pair, i: number, j: number): number {
  const { query, listed } = pair
  const isConsonantal = query.mark[i] === wordMark.consonantal
  if ((query.mark[i] !== wordMark.none && !isConsonantal) || listed.mark[j] !== wordMark.none) return 0
  const known = pair.similarityOf(i, j)
  for (const step of [1, -1]) {
    const nextListed = j + step
    if (isFreeName(listed, nextListed) && listed.mark[nextListed] === wordMark.none) {
      const run = { start: step > 0 ? j : nextListed, length: 2 }
      const word = query.surface(i)
      const value = togetherSimilarity(word, joinRun(listed, run), false)
      if (value > known && (value === 1 || isConsonantal || keepsPart(listed, word, run))) {
        listed.partner[nextListed] = i
        return value
      }
    }
    const nextQuery = i + step
    if (isFreeName(query, nextQuery)) {
      const run = { start: step > 0 ? i : nextQuery, length: 2 }
      const text = joinRun(query, run)
      const value = Math.max(
        togetherSimilarity(text, listed.surface(j), true),
        romanisedSimilarity(pair, text, listed.surface(j)),
      )
      if (value > known) {
        query.partner[nextQuery] = j
        return value
      }
    }
  }
  return 0
}

const isFreeName = (side: NameSide, at: number): boolean =>
  at >= 0 && at < side.count && side.isFree(at) && side.isName(at)

/** Similarity of a word that the query divides and a listed one as spellings of the same two Chinese syllables. */
const romanisedSimilarity = ({ kind }: Pair, query: string, listed: string): number =>
  kind === nameKind.person && areChineseSpellings(query, listed) ? dividedRomanisation : 0

/** Similarity of two words, one of them put together; 0 when it is too little for that. */
function togetherSimilarity(query: string, listed: string, divided: boolean): number {
  if (query === listed) return 1
  const isConsonantal = markOf(query) === wordMark.consonantal
  if (query.length > maxWordLength || listed.length > maxWordLength) return 0
  if (!isConsonantal && (Math.abs(query.length - listed.length) > 2 || query.length < 5)) return 0
  const value = wordSimilarity(spell(query), spell(listed))
  return value >= minJoinedSimilarity(isConsonantal ? wordMark.consonantal : wordMark.none, divided) ? value : 0
}

/** Whether one of two words is the other with a legal form of the other name stuck to it: SiemensAG. */
function differByForm({ kind, query, listed }: Pair, i: number, j: number): boolean {
  if (kind !== nameKind.organisation) return false
  const queryWord = query.surface(i)
  const listedWord = listed.surface(j)
  return queryWord.length > listedWord.length
    ? isWordWithForm(queryWord, listedWord, listed)
    : isWordWithForm(listedWord, queryWord, query)
}

function isWordWithForm(longer: string, shorter: string, side: NameSide): boolean {
  if (!longer.startsWith(shorter)) return false
  for (let i = 0; i < side.count; i++)
    if (side.role[i] === role.legal && longer === shorter + side.surface(i)) return true
  return false
}

const dividedRomanisation = 0.95

/** A word of so many letters is itself in three pieces, too, whatever these are. */
const minWholeLength = 7

/** Words of one name that stand next to each other; in the listed name the last word is next to the first. */
type Run = { readonly start: number; readonly length: number }

/** How many words of the query, and of the listed name, may be the same letters. */
const runLengths = [
  [1, 2],
  [2, 1],
  [1, 3],
  [3, 1],
  [2, 2],
] as const

/**
 * Aligns neighbours that are left over with a counterpart that writes them as one word (1:2, 2:1, 1:3, 3:1), or that
 * puts the space elsewhere (2:2). In the listed name the last word is next to the first, for a family name may stand
 * first or last.
 */
export function alignJoined(pair: Pair, findings: Finding[] | undefined): void {
  const anySolid = pair.solid > 0
  let freeQuery = freeWords(pair.query)
  let freeListed = freeWords(pair.listed)
  if (freeQuery === 0 || freeListed === 0) return
  for (const [queryLength, listedLength] of runLengths) {
    if (pair.query.count < queryLength || pair.listed.count < listedLength) continue
    for (let i = 0; i + queryLength <= pair.query.count; i++) {
      const queryBits = runBits(pair.query.count, i, queryLength)
      if ((freeQuery & queryBits) !== queryBits) continue
      const queryRun = { start: i, length: queryLength }
      for (let j = 0; j < pair.listed.count; j++) {
        if ((freeQuery & queryBits) !== queryBits) break
        const listedBits = runBits(pair.listed.count, j, listedLength)
        if ((freeListed & listedBits) !== listedBits) continue
        const listedRun = { start: j, length: listedLength }
        if (!mayJoin(pair, queryRun, listedRun, anySolid)) continue
        const value = joinedSimilarity(pair, queryRun, listedRun)
        if (value === 0) continue
        alignRuns(pair, queryRun, listedRun, value, findings)
        freeQuery &= ~queryBits
        freeListed &= ~listedBits
      }
    }
  }
}

/**
 * Aligns a word with three of the other name that are its letters: in pieces so small, one may be like another word. Of the
 * listed pieces, one at an end must have some length (see `minPartLength`).
 */
export function alignWholeWords(pair: Pair, findings: Finding[] | undefined): void {
  const { query, listed } = pair
  for (let i = 0; i + 2 < query.count; i++) {
    const j = wholeOf(query, i, listed)
    if (j >= 0) alignRuns(pair, { start: i, length: 3 }, { start: j, length: 1 }, 1, findings)
  }
  for (let j = 0; j + 2 < listed.count; j++) {
    const i = wholeOf(listed, j, query)
    if (i >= 0 && keepsPart(listed, query.surface(i), { start: j, length: 3 }))
      alignRuns(pair, { start: i, length: 1 }, { start: j, length: 3 }, 1, findings)
  }
}

/** The free word of the other name that three words from `start` on are together the letters of, or -1. */
function wholeOf(pieces: NameSide, start: number, whole: NameSide): number {
  const letters = pieces.lengthOf(start) + pieces.lengthOf(start + 1) + pieces.lengthOf(start + 2)
  if (letters < minWholeLength) return -1
  for (let at = 0; at < whole.count; at++)
    if (whole.length[at] === letters && isInThree(pieces, start, whole, at)) return at
  return -1
}

/** Whether three words from `start` on are together the letters of the other name's word `at`. */
function isInThree(pieces: NameSide, start: number, whole: NameSide, at: number): boolean {
  if (!whole.isName(at) || !whole.isFree(at) || whole.markOf(at) !== wordMark.none) return false
  for (let k = start; k < start + 3; k++)
    if (!pieces.isFree(k) || pieces.role[k] === role.legal || pieces.role[k] === role.initial) return false
  if (!pieces.isName(start) && !pieces.isName(start + 1)) return false
  return whole.surface(at) === pieces.surface(start) + pieces.surface(start + 1) + pieces.surface(start + 2)
}

/** The words that are left over and may be joined, a bit for each. */
function freeWords(side: NameSide): number {
  let words = 0
  for (let i = 0; i < side.count; i++)
    if (side.isFree(i) && side.role[i] !== role.initial && side.role[i] !== role.legal) words |= 1 << i
  return words
}

/** The bits of `length` words from `start` on, of `count`; past the last word the run goes on with the first. */
function runBits(count: number, start: number, length: number): number {
  const bits = ((1 << length) - 1) << start
  return (bits | (bits >>> count)) & ((1 << count) - 1)
}

/** Whether the two runs are of a kind that may be one word written in two ways, before their letters are compared. */
function mayJoin({ kind, query, listed }: Pair, queryRun: Run, listedRun: Run, anySolid: boolean): boolean {
  if (queryRun.length > 2 && query.role[queryRun.start + 1] !== role.particle) return false
  const queryLetters = lettersIn(query, queryRun)
  const listedLetters = lettersIn(listed, listedRun)
  if (queryLetters > maxWordLength || listedLetters > maxWordLength) return false
  if (query.mark[queryRun.start] !== wordMark.consonantal)
    return Math.abs(queryLetters - listedLetters) <= 2 && queryLetters >= 4
  if (queryRun.length === 1 && !anySolid) return false
  // Scripts that leave vowels out join the names of people, and are put together with Latin words alone: among
  // themselves they know their spaces.
  return listedRun.length === 1 || (kind === nameKind.person && !anyMarked(listed, listedRun))
}

/** Similarity of two runs put together; 0 when it is too little for words put together. */
function joinedSimilarity(pair: Pair, queryRun: Run, listedRun: Run): number {
  const { query, listed } = pair
  if (listedRun.length === 1 && queryRun.length === 2) {
    const value = romanisedSimilarity(pair, joinRun(query, queryRun), joinRun(listed, listedRun))
    if (value > 0) return value
  }
  const queryMark = query.markOf(queryRun.start)
  const isConsonantal = queryMark === wordMark.consonantal
  const isSyllabic = isSyllable(queryMark) || isSyllable(listed.markOf(listedRun.start))
  if (!isConsonantal && !isSyllabic && !endAlike(query, queryRun, listed, listedRun)) return 0
  const queryWord = joinRun(query, queryRun)
  const listedWord = joinRun(listed, listedRun)
  const min = minJoinedSimilarity(isSyllabic ? wordMark.chinese : queryMark, queryRun.length > 1)
  let value = queryWord === listedWord ? 1 : 0
  if (isSyllabic || isConsonantal) value = wordSimilarity(spell(queryWord), spell(listedWord), min)
  else {
    const kept = listedRun.length === 1 || keepsPart(listed, queryWord, listedRun)
    if (listedRun.length > 2 && !kept) return 0
    if (value === 0 && kept && queryWord.length >= 5) value = wordSimilarity(spell(queryWord), spell(listedWord), min)
  }
  if (queryRun.length > 2 && value < 1 && !isConsonantal) return 0
  return value >= min ? value : 0
}

const lastOf = (side: NameSide, { start, length }: Run): number => (start + length - 1) % side.count

/** Whether two runs of Latin words have their first or their last letter in common: else they are no spellings. */
function endAlike(query: NameSide, queryRun: Run, listed: NameSide, listedRun: Run): boolean {
  if (query.surface(queryRun.start).charCodeAt(0) === listed.surface(listedRun.start).charCodeAt(0)) return true
  return query.surface(lastOf(query, queryRun)).at(-1) === listed.surface(lastOf(listed, listedRun)).at(-1)
}

/** Aligns the two runs as wholes. */
function alignRuns(pair: Pair, queryRun: Run, listedRun: Run, value: number, findings: Finding[] | undefined): void {
  const { query, listed } = pair
  const queryWeight = takeRun(query, queryRun, listedRun.start, 0)
  const weight = takeRun(listed, listedRun, queryRun.start, queryWeight)
  const before = pair.agreed
  pair.agree(weight, value, powerOf(pair))
  pair.solid += listedRun.length
  pair.ownWords += listedRun.length
  if (value === 1) pair.anySame = true
  findings?.push({
    rule: 'glued',
    query: joinRun(query, queryRun),
    listed: joinRun(listed, listedRun),
    similarity: round3(value),
    weight: round6(weight),
    counts: round6(pair.agreed - before),
  })
}

/** Gives the words of the run their partner; returns `weightBefore` with half of theirs added. */
function takeRun(side: NameSide, { start, length }: Run, partner: number, weightBefore: number): number {
  let weight = weightBefore
  for (let k = 0; k < length; k++) {
    const at = (start + k) % side.count
    side.partner[at] = partner
    weight += side.weightOf(at) / 2
  }
  return weight
}

/** Whether the text begins with the first of the run's words or ends with the last, letter for letter. */
function keepsPart(side: NameSide, text: string, run: Run): boolean {
  const first = side.surface(run.start)
  const last = side.surface(lastOf(side, run))
  return (
    (first.length >= minPartLength && text.startsWith(first)) || (last.length >= minPartLength && text.endsWith(last))
  )
}

function anyMarked(side: NameSide, { start, length }: Run): boolean {
  for (let k = 0; k < length; k++) if (side.mark[(start + k) % side.count] !== wordMark.none) return true
  return false
}

function lettersIn(side: NameSide, { start, length }: Run): number {
  let letters = 0
  for (let k = 0; k < length; k++) letters += side.lengthOf(start + k < side.count ? start + k : start + k - side.count)
  return letters
}

function joinRun(side: NameSide, { start, length }: Run): string {
  if (length === 1) return withoutCode(side.surface(start))
  if (length === 2) return joinSurfaces([side.surface(start), side.surface((start + 1) % side.count)])
  return joinSurfaces(Array.from({ length }, (_, k) => side.surface((start + k) % side.count)))
}
