/**
 * The words of the listed names, and which of them lie near a word of a query. Each listed word (a **unit**) has a
 * number; the compiled index holds its letters, its signs and the keys under which near words find it.
 *
 * Index bounds: callers pass numbers of units of this index, and the arrays of found units hold `count` of them.
 */
import { hashBeginning, hashText, hashWithEnding } from '../../hashing/hashing.ts'
import { minJoinedSimilarity } from '../compare/join-rules.ts'
import { beginsLatin, markOf, wordMark } from '../scripts/word-mark.ts'
import { NameForms } from '../spelling/name-forms.ts'
import { differentWordSimilarity, namesakeSimilarity, type SpelledWord, spell } from '../spelling/word-similarity.ts'
import { chineseSpellings } from '../tables/chinese-syllables.ts'
import { commonNames, commonNameWeight } from '../tables/common-names.ts'
import { isFamiliarForm, isGivenName } from '../tables/familiar-names.ts'
import { kindCount, type NameKind, nameKind, nameKinds } from '../tokens/name-kind.ts'
import { ContractedWords } from './contracted-words.ts'
import { KeyTable } from './key-table.ts'
import { NeighbourList, type Neighbours, noNeighbours, notTranslated, unitsWithSimilarities } from './neighbours.ts'
import type { Sections } from './sections.ts'
import { Translations } from './translations.ts'
import { UnitShapes } from './unit-shapes.ts'
import { UnitView } from './unit-view.ts'
import { WordCache } from './word-cache.ts'
import { keysOf, WordKeys } from './word-keys.ts'

/** Whether words are translated: those in Latin letters, and those of consonantal scripts. */
const mayTranslate = (text: string): boolean => beginsLatin(text) || markOf(text) === wordMark.consonantal

/** Similarity of a short form and the word that it stands for. */
const contraction = 0.95

/** Whether words near the text may be other names all the same: those of the other gender, or common ones. */
const mayDiffer = (text: string): boolean =>
  commonNames.has(text) || isGivenName(text) || /(?:[aey]|ia|iet|ica|tte|tta|lle|lla)$/.test(text)

/** From this similarity on, words are found by fewer keys. */
const nearlySame = 0.94

/** The similarity of a word to itself. */
const wholly = Float32Array.of(1)

/** What was found about a word: the units near it by kind of name, by spelling alone and with other forms and translations. */
type NearWords = {
  bySpelling: readonly Neighbours[] | undefined
  whole: (Neighbours | undefined)[]
  /** Of a word that no list holds, in names of organisations. */
  weight: number | undefined
}

const noUnits: ReadonlySet<number> = new Set()

export class Vocabulary {
  readonly size: number
  readonly #weights: Float32Array
  readonly #shapes: UnitShapes
  readonly #textBytes: Uint8Array
  /** The texts that were put together so far. */
  readonly #texts: (string | undefined)[]
  readonly #slots: Uint32Array
  readonly #keyTable: KeyTable
  readonly #translations: Translations
  readonly #contractions: ContractedWords
  readonly #unit: UnitView
  readonly #near = new WordCache<NearWords>()
  readonly #keys = new WordKeys()
  /** The units found near one word, and how near each is. */
  readonly #foundUnits: Uint32Array
  readonly #foundSimilarities: Float32Array

  constructor(sections: Sections) {
    const { about, u8, u32, f32 } = sections
    this.size = Number(about.units)
    this.#weights = f32('unitWeight')
    this.#shapes = new UnitShapes(u32('unitShape'))
    this.#textBytes = u8('textBytes')
    this.#texts = new Array(this.size)
    this.#slots = u32('unitSlots')
    this.#keyTable = new KeyTable(sections, this.size)
    this.#foundUnits = new Uint32Array(this.size)
    this.#foundSimilarities = new Float32Array(this.size)
    this.#translations = new Translations(sections)
    this.#unit = new UnitView(this.#shapes, u8('signBytes'), this.size, (unit) => this.textOf(unit))
    this.#contractions = new ContractedWords(
      Array.from(u32('contractedUnits'), (unit) => ({
        text: this.textOf(unit),
        unit,
        weight: this.weight(unit, nameKind.organisation),
      })),
    )
  }

  /** Weight of a unit in names of the kind: the rarer it is, the more it tells. */
  weight(unit: number, kind: NameKind): number {
    return this.#weights[unit * kindCount + kind]!
  }

  /** Weight of any word: one that no list holds weighs 1, unless it translates a word that weighs less. */
  weightOf(text: string, kind: NameKind): number {
    const unit = this.unitOf(text)
    if (unit >= 0) return this.weight(unit, kind)
    if (kind === nameKind.person) return isFamiliarForm(text) ? commonNameWeight : 1
    if (kind !== nameKind.organisation) return 1
    const known = this.#nearWords(text)
    known.weight ??= Math.min(this.#translations.weightLimit(text), this.#contractions.weightLimit(text))
    return known.weight
  }

  textOf(unit: number): string {
    const known = this.#texts[unit]
    if (known !== undefined) return known
    const text = this.#read(unit)
    this.#texts[unit] = text
    return text
  }

  #read(unit: number): string {
    const start = this.#shapes.textStart(unit)
    return String.fromCharCode(...this.#textBytes.subarray(start, start + this.#shapes.textLength(unit)))
  }

  /** Whether a unit begins with the text and goes on, or the text with the unit. */
  continues(unit: number, text: string): boolean {
    const length = this.#shapes.textLength(unit)
    if (length === text.length) return false
    const start = this.#shapes.textStart(unit)
    const shorter = Math.min(length, text.length)
    for (let i = 0; i < shorter; i++) if (this.#textBytes[start + i] !== text.charCodeAt(i)) return false
    return true
  }

  /** Writes the letters of a unit to `out` from `at` on; returns where they end. */
  copyText(unit: number, out: Uint8Array, at: number): number {
    const start = this.#shapes.textStart(unit)
    const length = this.#shapes.textLength(unit)
    for (let i = 0; i < length; i++) out[at + i] = this.#textBytes[start + i]!
    return at + length
  }

  /** The number of the listed word that `text` is from `from` to before `to`, or -1. */
  unitOf(text: string, from = 0, to = text.length): number {
    const mask = this.#slots.length - 1
    for (let slot = hashText(text, from, to) & mask; ; slot = (slot + 1) & mask) {
      const unit = this.#slots[slot]! - 1
      if (unit < 0 || this.#isText(unit, text, from, to)) return unit
    }
  }

  /** The number of the listed word that `text` is up to `end`, whose hash is `beginning`, with `ending` after it, or -1. */
  #unitOfForm(text: string, end: number, beginning: number, ending: string): number {
    const mask = this.#slots.length - 1
    for (let slot = hashWithEnding(beginning, ending) & mask; ; slot = (slot + 1) & mask) {
      const unit = this.#slots[slot]! - 1
      if (unit < 0 || this.#isForm(unit, text, end, ending)) return unit
    }
  }

  #isForm(unit: number, text: string, end: number, ending: string): boolean {
    if (this.#shapes.textLength(unit) !== end + ending.length) return false
    const start = this.#shapes.textStart(unit)
    for (let i = 0; i < end; i++) if (this.#textBytes[start + i] !== text.charCodeAt(i)) return false
    for (let i = 0; i < ending.length; i++) if (this.#textBytes[start + end + i] !== ending.charCodeAt(i)) return false
    return true
  }

  #isText(unit: number, text: string, from: number, to: number): boolean {
    if (this.#shapes.textLength(unit) !== to - from) return false
    const start = this.#shapes.textStart(unit) - from
    for (let i = from; i < to; i++) if (this.#textBytes[start + i] !== text.charCodeAt(i)) return false
    return true
  }

  /** The word itself, where it is listed. */
  exactly(text: string): Neighbours {
    const unit = this.unitOf(text)
    return unit < 0 ? noNeighbours : { units: Uint32Array.of(unit), similarities: wholly, translated: notTranslated(1) }
  }

  /** All units near `text` in names of the kind, found by keys. */
  neighbours(text: string, kind: NameKind): Neighbours {
    const near = this.#nearWords(text)
    const known = near.whole[kind]
    if (known) return known
    near.bySpelling ??= this.#byKind(this.#findSpelled(text))
    const found = this.#withOtherForms(text, kind, near.bySpelling[kind]!)
    near.whole[kind] = found
    return found
  }

  #nearWords(text: string): NearWords {
    return this.#near.getOrCompute(text, () => ({
      bySpelling: undefined,
      whole: [undefined, undefined, undefined],
      weight: undefined,
    }))
  }

  /** The same, found by comparing every unit: a yardstick for `neighbours`. */
  scan(text: string, kind: NameKind): Neighbours {
    const word = spell(text)
    const self = this.unitOf(text)
    let count = 0
    for (let unit = 0; unit < this.size; unit++) {
      const similarity = unit === self ? 1 : differentWordSimilarity(word, this.#unit.show(unit))
      if (similarity > 0) this.#keepFound(count++, unit, similarity)
    }
    return this.#withOtherForms(text, kind, this.#ofKind(count, kind))
  }

  #withOtherForms(text: string, kind: NameKind, spelled: Neighbours): Neighbours {
    if (kind === nameKind.person) return this.#withNamesakes(text, spelled)
    return kind === nameKind.organisation ? this.#withTranslations(text, spelled) : spelled
  }

  /** Units near enough to `text`, which was put together of words of the query, to be the same word (see `join-rules.ts`). */
  joinedNeighbours(text: string): Uint32Array {
    const min = minJoinedSimilarity(markOf(text), true)
    const count = this.#findSpelled(text, min)
    const spelled = count === 0 ? noNeighbours.units : this.#foundUnits.slice(0, count)
    const spellings = chineseSpellings(text)
    if (spellings.size === 0) return spelled
    const chinese = [...spellings].map((spelling) => this.unitOf(spelling)).filter((unit) => unit >= 0)
    return chinese.length === 0 ? spelled : Uint32Array.from([...spelled, ...chinese])
  }

  /** Finds the units whose spelling is near the text, and no less than `min`; returns how many there are. */
  #findSpelled(text: string, min = 0): number {
    const word = spell(text)
    let count = 0
    const self = this.unitOf(text)
    if (self >= 0) this.#keepFound(count++, self, 1)
    keysOf(word, 'query', this.#keys, min < nearlySame ? 2 : 1)
    const { found } = this.#keyTable
    const foundCount = this.#unit.keepPossible(word, min, found, this.#keyTable.find(this.#keys, self))
    for (let i = 0; i < foundCount; i++) {
      const unit = found[i]!
      const similarity = differentWordSimilarity(word, this.#unit.show(unit), min)
      if (similarity > 0 && similarity >= min) this.#keepFound(count++, unit, similarity)
    }
    return this.#findUnswapped(word, min, count)
  }

  /** Adds the units that write Ch for Hc and the like: letters that are one sign in one word and two in the other share no key. */
  #findUnswapped(word: SpelledWord, min: number, known: number): number {
    const { text } = word
    let count = known
    for (let i = text.indexOf('h'); i >= 0; i = text.indexOf('h', i + 1)) {
      if (!'ckpstz'.includes(text.charAt(i + 1) || ' ')) continue
      const unit = this.unitOf(`${text.slice(0, i)}${text[i + 1]}h${text.slice(i + 2)}`)
      if (unit < 0 || this.#foundUnits.subarray(0, count).includes(unit)) continue
      const similarity = differentWordSimilarity(word, this.#unit.show(unit), min)
      if (similarity > 0 && similarity >= min) this.#keepFound(count++, unit, similarity)
    }
    return count
  }

  #keepFound(at: number, unit: number, similarity: number): void {
    this.#foundUnits[at] = unit
    this.#foundSimilarities[at] = similarity
  }

  /** The first `count` units that were found, as neighbours in names of each kind. */
  #byKind(count: number): Neighbours[] {
    return nameKinds.map((kind) => this.#ofKind(count, kind))
  }

  #ofKind(count: number, kind: NameKind): Neighbours {
    let size = 0
    for (let at = 0; at < count; at++) if (this.#shapes.isOfKind(this.#foundUnits[at]!, kind)) size++
    if (size === 0) return noNeighbours
    const { units, similarities } = unitsWithSimilarities(size)
    size = 0
    for (let at = 0; at < count; at++) {
      const unit = this.#foundUnits[at]!
      if (!this.#shapes.isOfKind(unit, kind)) continue
      units[size] = unit
      similarities[size++] = this.#foundSimilarities[at]!
    }
    return { units, similarities, translated: notTranslated(size) }
  }

  /** The listed words that may be other forms of a person's name. */
  #formsOf(forms: NameForms): ReadonlySet<number> {
    const self = this.unitOf(forms.text)
    const units = new Set<number>()
    const add = (unit: number) => {
      if (unit >= 0 && unit !== self && this.#shapes.isOfKind(unit, nameKind.person)) units.add(unit)
    }
    forms.forEachOther((name) => add(this.unitOf(name)))
    for (const { end, endings } of forms.stems) {
      const beginning = hashBeginning(forms.text, end)
      for (const ending of endings) add(this.#unitOfForm(forms.text, end, beginning, ending))
    }
    return units
  }

  /** Scores common names again, and adds other forms of the name. */
  #withNamesakes(text: string, spelled: Neighbours): Neighbours {
    if (markOf(text) !== wordMark.none) return spelled
    const forms = new NameForms(text)
    const units = beginsLatin(text) ? this.#formsOf(forms) : noUnits
    const isRescored = mayDiffer(text)
    if (units.size === 0 && !isRescored) return spelled
    const word = spell(text)
    const near = new NeighbourList(spelled)
    if (isRescored)
      near.rescore((unit, similarity) =>
        this.#shapes.markOf(unit) === wordMark.none
          ? namesakeSimilarity(forms, this.textOf(unit), similarity)
          : similarity,
      )
    for (const unit of units) {
      const name = this.textOf(unit)
      near.add(unit, namesakeSimilarity(forms, name, differentWordSimilarity(word, this.#unit.show(unit))), 0)
    }
    return near.neighbours()
  }

  #contractedFrom(text: string): { unit: number }[] {
    return this.#contractions.of(text, this.weightOf(text, nameKind.organisation))
  }

  /** Adds the words that translate the text, that it contracts, and that contract it. */
  #withTranslations(text: string, spelled: Neighbours): Neighbours {
    if (!mayTranslate(text)) return spelled
    const contracted = this.#contractedFrom(text)
    if (contracted.length === 0 && !this.#translations.has(text)) return spelled
    const near = new NeighbourList(spelled)
    this.#translations.forEach(text, (unit, similarity) => near.add(unit, similarity, 1))
    for (const { unit } of contracted) near.add(unit, contraction, 1)
    return near.neighbours()
  }

  /** Similarity of two words of organisations' names as translations of each other. */
  sameMeaning(one: string, other: string): number {
    const [weight, otherWeight] = [
      this.weightOf(one, nameKind.organisation),
      this.weightOf(other, nameKind.organisation),
    ]
    if (one !== other && ContractedWords.between(one, weight, other, otherWeight)) return contraction
    return Math.max(this.#meaningOf(one, this.unitOf(other)), this.#meaningOf(other, this.unitOf(one)))
  }

  #meaningOf(text: string, unit: number): number {
    return unit < 0 ? 0 : this.#translations.between(text, unit)
  }
}
