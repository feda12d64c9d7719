/**
 * Whether the name in a headline is the company or only shares its name, in seven languages: a linear model over the
 * context of the name (`namesake-features.ts`).
 *
 * Index bounds: thresholds are two, and rows of the table are found by its own keys.
 */
import { exp } from '../exact-math/exact-math.ts'
import {
  exampleScale,
  Features,
  KeyIndex,
  type ModelFile,
  readModel,
  tableOf,
  type WeightTable,
} from '../text-model/text-model.ts'
import type { JudgedText, JudgedToken } from './features.ts'
import { collectNamesakeFeatures, isPlainDeed } from './namesake-features.ts'
import type { WordMeanings } from './word-meanings.ts'

/** A headline that begins with its name and a deed of firms is nearly always of the firm, and never refused. */
const pOfPlainDeed = 0.9

export class Namesakes {
  readonly version: string
  readonly #table: WeightTable
  readonly #rows: KeyIndex
  /** From which score on a name is taken for something else, in English and in the other languages. */
  readonly #thresholds: readonly number[]
  /** Numbers of classes of words. */
  readonly #deeds: ReadonlySet<number>
  readonly #features = new Features()

  constructor(file: ModelFile) {
    this.version = file.version
    this.#table = tableOf(file, 'namesakes', 1)
    this.#rows = new KeyIndex(this.#table.keys)
    this.#thresholds = file.numbers.thresholds ?? []
    this.#deeds = new Set(file.numbers['deeds of firms'])
    if (this.#thresholds.length !== 2) throw new RangeError('the model has no thresholds')
  }

  /** The probability that the name is the company; `tokens` are those of the headline and its first sentence. */
  pCompany({ headline, language }: JudgedText, tokens: readonly JudgedToken[], meanings: WordMeanings): number {
    const own = tokens.filter(({ part }) => part === 0)
    collectNamesakeFeatures(headline, own, (word) => meanings.of(language, word), this.#features)
    const { keys, size } = this.#features
    let sum = 0
    for (let i = 0; i < size; i++) {
      const row = this.#rows.find(keys[i]!)
      if (row >= 0) sum += this.#table.weights[row]!
    }
    const score = sum * this.#table.scale * exampleScale(size)
    const pCompany = 1 / (1 + exp(score - this.#thresholds[language === 'en' ? 0 : 1]!))
    return pCompany < pOfPlainDeed && isPlainDeed(headline, own, this.#deeds) ? pOfPlainDeed : pCompany
  }
}

/** Opens the bytes of a trained model. Throws `RangeError` when they are damaged. */
export const openNamesakes = (bytes: Uint8Array): Namesakes => new Namesakes(readModel(bytes))
