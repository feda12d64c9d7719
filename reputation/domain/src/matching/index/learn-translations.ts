/**
 * Learns which words of organisations' names translate each other, from the lists themselves: many subjects are listed
 * under their own name in Cyrillic or Greek and under translations of it into English and twenty other languages.
 *
 *     subject → names in a **source** language × **translated** names → words that go together → translations
 *
 * Source names are those in a foreign script and those that transliterate one (`Tulskiy Patronnyy Zavod`). In each pair of
 * names, words are linked one to one: those that are spelt alike first (`sistemy` and `systems`, whose spelling alone would
 * leave a doubt), then those that go together in the most subjects (competitive linking, after I. D. Melamed, 2000); links
 * are then weighed again by how often they won. A subject counts once, however many names it has.
 *
 * Index bounds: stems are numbered below their count, and cells of a matrix below its rows times its columns.
 */
import { beginsLatin, markOf, wordMark } from '../scripts/word-mark.ts'
import { spell, wordSimilarity } from '../spelling/word-similarity.ts'
import { wordStem } from '../text/word-stem.ts'

/**
 * Words of stem `from`, of a source language, mean what words of stem `to` mean. `strength` in (0, 1) is the share of
 * the subjects with both words in which they were linked; `support` is the number of subjects that link them.
 */
export type Translation = { from: string; to: string; strength: number; support: number }

/** A pair that one subject alone teaches is as likely a coincidence. */
const minSupport = 2
const minStrength = 0.4
/** Names of a subject beyond these repeat the same words in more languages. */
const maxSources = 10
const maxTranslated = 50

/** A name of an organisation: whose it is, whether it is written in a foreign script, and its words as `toWords` writes them. */
export type OrganisationName = { subject: string; foreign: boolean; words: readonly string[] }

const foreignScript = /[\p{Script=Cyrillic}\p{Script=Greek}]/u
/** Whether a name is in a script whose languages are translated and transliterated word by word. */
export const isForeign = (name: string): boolean => foreignScript.test(name)

/** A subject's names, each as the ids of its distinct stems. */
type Subject = { sources: number[][]; translated: number[][] }

/** The translations, sorted. Depends on the names and their order alone. */
export function learnTranslations(names: readonly OrganisationName[]): Translation[] {
  const stems = new Stems()
  const all = [...Map.groupBy(names, ({ subject }) => subject).values()]
    .filter(({ length }) => length > 1)
    .map((own) => readNames(own, stems))
  addTransliterated(all)
  const bilingual = all
    .filter(({ sources, translated }) => sources.length > 0 && translated.length > 0)
    .map((subject) => matrixOf(subject, stems))
  const associated = association(bilingual, stems.count)
  const rescored = new Map<number, number>()
  for (const [pair, { linked, together }] of countLinks(bilingual, associated, stems.count))
    if (linked > 0)
      rescored.set(pair, strengthOf(linked, together) * Math.log(1 + linked) + (associated.get(pair) ?? 0) * 1e-4)
  const translations: Translation[] = []
  for (const [pair, { linked, together }] of countLinks(bilingual, rescored, stems.count)) {
    const strength = strengthOf(linked, together)
    if (linked < minSupport || strength < minStrength) continue
    translations.push({ ...stems.pair(pair), strength, support: linked })
  }
  return translations.sort((one, other) => compare(one.from, other.from) || compare(one.to, other.to))
}

/** Half a subject against the pair, so that two of two say less than twenty of twenty. */
const strengthOf = (linked: number, together: number): number => linked / (together + 0.5)

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

function readNames(names: readonly OrganisationName[], stems: Stems): Subject {
  const subject: Subject = { sources: [], translated: [] }
  for (const { foreign, words } of names) {
    const ids = [...new Set(words.filter(isTransliterated).map((word) => stems.idOf(wordStem(word))))]
    if (ids.length > 0) (foreign ? subject.sources : subject.translated).push(ids)
  }
  return subject
}

/** Words of consonantal scripts and Korean syllables are no transliterations that a list would print; Pinyin is. */
const isTransliterated = (text: string): boolean =>
  text.length > 1 && (beginsLatin(text) || markOf(text) === wordMark.chinese)

/**
 * Moves the names that transliterate a source language to the sources: those with more words that are at home in
 * source names than words that are at home in translated ones. The subjects that have names in a foreign script show
 * where each word is at home.
 */
function addTransliterated(all: Subject[]): void {
  const inSources = new Map<number, number>()
  const inTranslated = new Map<number, number>()
  const countIn = (counts: Map<number, number>, names: number[][]) => {
    for (const stem of new Set(names.flat())) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  }
  for (const { sources, translated } of all)
    if (sources.length > 0) {
      countIn(inSources, sources)
      countIn(inTranslated, translated)
    }
  for (const subject of all) {
    const isSource = (name: number[]) => {
      let lead = 0
      for (const stem of name) {
        const source = inSources.get(stem) ?? 0
        const translated = inTranslated.get(stem) ?? 0
        if (source >= 2 && source > translated) lead++
        else if (translated >= 2 && translated > source) lead--
      }
      return lead > 0
    }
    const { true: moved = [], false: left = [] } = Object.groupBy(subject.translated, (name) => `${isSource(name)}`)
    if (left.length === 0) continue
    subject.sources.push(...moved)
    subject.translated = left
  }
}

/** A subject with its stems numbered from 0 on either side, and which of them are spellings of each other. */
type Matrix = {
  sources: number[][]
  translated: number[][]
  sourceStems: number[]
  translatedStems: number[]
  /** 1 at `source * translatedStems.length + translated` where the two are spelt alike. */
  alike: Uint8Array
}

function matrixOf(subject: Subject, stems: Stems): Matrix {
  const sources = subject.sources.slice(0, maxSources)
  const translated = subject.translated.slice(0, maxTranslated)
  const sourceStems = [...new Set(sources.flat())]
  const translatedStems = [...new Set(translated.flat())]
  const alike = new Uint8Array(sourceStems.length * translatedStems.length)
  for (const [i, source] of sourceStems.entries())
    for (const [j, target] of translatedStems.entries())
      if (stems.alike(source, target)) alike[i * translatedStems.length + j] = 1
  const local = (names: number[][], own: number[]) => {
    const position = new Map(own.map((stem, at) => [stem, at]))
    return names.map((name) => name.map((stem) => position.get(stem)!))
  }
  return {
    sources: local(sources, sourceStems),
    translated: local(translated, translatedStems),
    sourceStems,
    translatedStems,
    alike,
  }
}

/** Log-likelihood ratio (T. Dunning, 1993) of the stems that go together in two subjects or more, oftener than by chance. */
function association(all: readonly Matrix[], stemCount: number): Map<number, number> {
  const asSource = new Uint32Array(stemCount)
  const asTranslated = new Uint32Array(stemCount)
  const once = new Set<number>()
  const together = new Map<number, number>()
  for (const { sourceStems, translatedStems } of all) {
    for (const target of translatedStems) asTranslated[target]!++
    for (const source of sourceStems) {
      asSource[source]!++
      for (const target of translatedStems) {
        const pair = source * stemCount + target
        if (once.has(pair)) together.set(pair, (together.get(pair) ?? 1) + 1)
        else once.add(pair)
      }
    }
  }
  const scores = new Map<number, number>()
  for (const [pair, both] of together) {
    const source = asSource[Math.floor(pair / stemCount)] ?? 0
    const target = asTranslated[pair % stemCount] ?? 0
    if (both * all.length > source * target) scores.set(pair, likelihoodRatio(both, source, target, all.length))
  }
  return scores
}

function likelihoodRatio(both: number, one: number, other: number, all: number): number {
  const term = (count: number) => (count > 0 ? count * Math.log(count) : 0)
  const cells = term(both) + term(one - both) + term(other - both) + term(all - one - other + both)
  return 2 * (cells + term(all) - term(one) - term(all - one) - term(other) - term(all - other))
}

/** Score of words that are spelt alike: they are linked before all others. */
const sure = 1e6

type Count = { linked: number; together: number }

/** In how many subjects each scored pair of stems could be linked, and in how many it was. */
function countLinks(
  all: readonly Matrix[],
  scores: ReadonlyMap<number, number>,
  stemCount: number,
): Map<number, Count> {
  const counts = new Map<number, Count>()
  for (const matrix of all) {
    for (const [cell, won] of linksIn(matrix, scores, stemCount)) {
      const width = matrix.translatedStems.length
      const pair = matrix.sourceStems[Math.floor(cell / width)]! * stemCount + matrix.translatedStems[cell % width]!
      const count = counts.get(pair) ?? { linked: 0, together: 0 }
      count.together++
      if (won) count.linked++
      counts.set(pair, count)
    }
  }
  return counts
}

/** The cells of the matrix that met in a pair of names, each with whether it was linked in any. */
function linksIn(matrix: Matrix, scores: ReadonlyMap<number, number>, stemCount: number): Map<number, boolean> {
  const { sources, translated, sourceStems, translatedStems, alike } = matrix
  const width = translatedStems.length
  const score = new Float64Array(alike.length)
  for (const [i, source] of sourceStems.entries())
    for (const [j, target] of translatedStems.entries())
      score[i * width + j] =
        source === target ? 0 : alike[i * width + j] ? sure : (scores.get(source * stemCount + target) ?? 0)
  const scoreOf = (cell: number) => score[cell] ?? 0
  const met = new Map<number, boolean>()
  const round = new Uint32Array(sourceStems.length + width) // sources, then translated: taken in which pair of names
  let pairOfNames = 0
  for (const source of sources)
    for (const target of translated) {
      const cells = openCells(source, target, score, alike, width)
      pairOfNames++
      for (const cell of cells.sort((one, other) => scoreOf(other) - scoreOf(one) || one - other)) {
        const sourceAt = Math.floor(cell / width)
        const targetAt = sourceStems.length + (cell % width)
        const free = round[sourceAt] !== pairOfNames && round[targetAt] !== pairOfNames
        if (free) round[sourceAt] = round[targetAt] = pairOfNames
        if (free || !met.has(cell)) met.set(cell, free || met.get(cell) === true)
      }
    }
  return met
}

/** The cells of two names that may be linked: of a word that is spelt like one of the other name, only with that one. */
function openCells(
  source: number[],
  target: number[],
  score: Float64Array,
  alike: Uint8Array,
  width: number,
): number[] {
  const cells: number[] = []
  const covered = target.filter((j) => source.some((i) => alike[i * width + j]))
  for (const i of source) {
    const spelling = covered.some((j) => alike[i * width + j])
    for (const j of target) {
      const cell = i * width + j
      if ((score[cell] ?? 0) > 0 && (spelling ? alike[cell] : !covered.includes(j))) cells.push(cell)
    }
  }
  return cells
}

/** Numbers stems, and remembers how they are spelt. */
class Stems {
  readonly #ids = new Map<string, number>()
  readonly #stems: { text: string; spelt: ReturnType<typeof spell>; sounds: number }[] = []

  get count(): number {
    return this.#stems.length
  }

  idOf(text: string): number {
    const known = this.#ids.get(text)
    if (known !== undefined) return known
    this.#ids.set(text, this.count)
    this.#stems.push({ text, spelt: spell(text), sounds: firstSounds(text) })
    return this.count - 1
  }

  alike(one: number, other: number): boolean {
    if (one === other) return true
    const [a, b] = [this.#stem(one), this.#stem(other)]
    return (a.sounds & b.sounds) !== 0 && wordSimilarity(a.spelt, b.spelt) > 0
  }

  pair(pair: number): { from: string; to: string } {
    return { from: this.#stem(Math.floor(pair / this.count)).text, to: this.#stem(pair % this.count).text }
  }

  #stem(id: number) {
    return this.#stems[id]!
  }
}

const soundGroups = ['aeiouyjhw', 'bpfvw', 'ckqgxszjtdh', 'lr', 'mn']
/** The groups of sounds that the first letter may stand for: spellings of one name begin alike. */
const firstSounds = (text: string): number =>
  soundGroups.reduce((bits, group, at) => (group.includes(text.charAt(0)) ? bits | (1 << at) : bits), 0)
