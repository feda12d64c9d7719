/** Compiles what was learnt of translated words into a table from the stem of a word to the listed words that it may mean. */
import { hashText } from '../../hashing/hashing.ts'
import { wordStem } from '../text/word-stem.ts'
import type { Translation } from './learn-translations.ts'
import type { SectionArray } from './sections.ts'

/** A translation is nearly as good as the word itself where all subjects confirm it, less so where few do. */
const similarityOf = (strength: number): number => 0.8 + 0.17 * strength

/** From this strength and support on, a translation also limits the weight of the word that it translates. */
const firm = { strength: 0.8, support: 3 }

/** A word of an organisation's name: its number in the index, and its weight. */
export type ListedWord = { text: string; unit: number; weight: number }

type Row = { weight: number; units: Map<number, number> }

/**
 * Translations hold in both directions. `weights` has the units that weigh less than thought: a word of a source
 * language weighs no more than a word that firmly translates it, for `zavod` is rarer on the lists than `plant`, but
 * tells as little.
 */
export function compileTranslations(
  translations: readonly Translation[],
  words: readonly ListedWord[],
): { sections: Record<string, SectionArray>; weights: Map<number, number> } {
  const byStem = Map.groupBy(words, ({ text }) => wordStem(text))
  const table = new Map<string, Row>()
  const rowOf = (stem: string) => {
    const row = table.get(stem) ?? { weight: 1, units: new Map<number, number>() }
    table.set(stem, row)
    return row
  }
  for (const { from, to, strength, support } of translations) {
    const source = rowOf(from)
    const translated = rowOf(to)
    for (const { unit } of byStem.get(to) ?? []) raise(source.units, unit, similarityOf(strength))
    for (const { unit } of byStem.get(from) ?? []) raise(translated.units, unit, similarityOf(strength))
    if (strength >= firm.strength && support >= firm.support)
      source.weight = Math.min(source.weight, ...(byStem.get(to) ?? []).map(({ weight }) => weight))
  }
  const weights = new Map<number, number>()
  for (const { text, unit, weight } of words) {
    const limit = table.get(wordStem(text))?.weight ?? 1
    if (limit < weight) weights.set(unit, limit)
  }
  return { sections: sectionsOf(table), weights }
}

function raise(units: Map<number, number>, unit: number, similarity: number): void {
  units.set(unit, Math.max(similarity, units.get(unit) ?? 0))
}

function sectionsOf(table: ReadonlyMap<string, Row>): Record<string, SectionArray> {
  const rows = [...table]
    .map(([stem, { weight, units }]) => ({
      hash: hashText(stem),
      weight,
      units: [...units].sort(([one], [other]) => one - other),
    }))
    .sort((one, other) => one.hash - other.hash)
  const stemStart = new Uint32Array(rows.length + 1)
  let end = 0
  for (const [at, { units }] of rows.entries()) {
    end += units.length
    stemStart[at + 1] = end
  }
  const cells = rows.flatMap(({ units }) => units)
  return {
    stemHash: Uint32Array.from(rows, ({ hash }) => hash),
    stemWeight: Float32Array.from(rows, ({ weight }) => weight),
    stemStart,
    stemUnits: Uint32Array.from(cells, ([unit]) => unit),
    stemSimilarity: Float32Array.from(cells, ([, similarity]) => similarity),
  }
}
