/**
 * Forms of a person's name that are no misspellings of each other: familiar ones, those with the ending of another
 * language, and those in another romanisation of Chinese.
 */
import { areChineseSpellings, chineseSpellings } from '../tables/chinese-syllables.ts'
import { commonNames } from '../tables/common-names.ts'
import { areTwoGenders, familiarForms, isClipped } from '../tables/familiar-names.ts'
import { type DeclinedStem, declinedStems, differByEnding } from '../tables/name-endings.ts'
import { nicknameGroup, nicknamesOf } from '../tables/person-words.ts'

const familiarName = 0.87
const otherEnding = 0.93
const otherRomanisation = 0.93

/** A Latin word as a part of a person's name, made ready to be compared with many others. */
export class NameForms {
  readonly text: string
  readonly #group: number | undefined
  readonly #isCommon: boolean
  readonly #familiar: ReadonlySet<string>
  readonly #chinese: ReadonlySet<string>
  /** The stems of the word, each with the endings that it may bear. */
  readonly stems: readonly DeclinedStem[]

  constructor(text: string) {
    this.text = text
    this.#group = nicknameGroup.get(text)
    this.#isCommon = commonNames.has(text)
    this.#familiar = familiarForms(text)
    this.#chinese = chineseSpellings(text)
    this.stems = declinedStems(text)
  }

  /** Similarity to another Latin word as forms of one name; 0 when they are none. */
  similarity(other: string): number {
    if (areTwoGenders(this.text, other)) return 0
    if (this.#chinese.has(other) && areChineseSpellings(this.text, other)) return otherRomanisation
    if (!this.areCommon(other) && differByEnding(this.text, this.stems, other)) return otherEnding
    const isSameGroup = this.#group !== undefined && this.#group === nicknameGroup.get(other)
    return isSameGroup || this.#familiar.has(other) || isClipped(other, this.text) ? familiarName : 0
  }

  /** Whether both words are common names. */
  areCommon(other: string): boolean {
    return this.#isCommon && commonNames.has(other)
  }

  /** Calls `visit` with the words that may be forms of the name, and more, but for those that its stems make. */
  forEachOther(visit: (form: string) => void): void {
    if (this.#group !== undefined) for (const name of nicknamesOf(this.#group)) visit(name)
    for (const name of this.#familiar) visit(name)
    for (const name of this.#chinese) visit(name)
  }
}
