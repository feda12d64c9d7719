import { markOf } from '../scripts/word-mark.ts'
import { kindCount, type NameKind, nameKind, nameKinds } from '../tokens/name-kind.ts'
/**
 * The words of the listed names, and which of them lie near a word that is asked for. Each listed word (a **unit**) has
 * a number; the compiled index holds its letters, its signs and the keys under which near words find it.
 */

import { hashText } from '../../hashing/hashing.ts'
import { leastGlued } from '../compare/join-rules.ts'
import { differentWordSimilarity, type Spelt, spell } from '../spelling/word-similarity.ts'
import { commonNames } from '../tables/common-names.ts'
import { nicknameGroup, nicknamesOf } from '../tables/person-words.ts'
import { KeyTable } from './key-table.ts'
import type { Sections } from './sections.ts'
import { Translations } from './translations.ts'
import { Remembered } from './word-cache.ts'
import { keysOf, WordKeys } from './word-keys.ts'

/** Units near one word; `translated` marks those that are near in meaning and not in spelling. */
export type Neighbours = { units: Uint32Array; similarities: Float32Array; translated: Uint8Array }

export class Vocabulary {
  readonly size: number
  readonly #weights: Float32Array
  readonly #shapes: Uint32Array
  readonly #textBytes: Uint8Array
  /** The texts that were asked for so far. */
  readonly #texts: (string | undefined)[]
  readonly #slots: Uint32Array
  readonly #keyTable: KeyTable
  readonly #translations: Translations
  readonly #unit: UnitView
  /** Neighbours by spelling, by kind; and what nicknames and translations make of them. */
  readonly #spelt = new Remembered<readonly Neighbours[]>()
  readonly #nearlySame = new Remembered<Uint32Array>()
  readonly #persons = new Remembered<Neighbours>()
  readonly #organisations = new Remembered<Neighbours>()
  readonly #keys = new WordKeys()
  /** What was found of one word; how near each unit is. */
  readonly #foundUnits: Uint32Array
  readonly #foundSimilarities: Float32Array

  constructor(sections: Sections) {
    const { about, u8, u32, f32 } = sections
    this.size = Number(about.units)
    this.#weights = f32('unitWeight')
    this.#shapes = u32('unitShape')
    this.#textBytes = u8('textBytes')
    this.#texts = new Array(this.size)
    this.#slots = u32('unitSlots')
    this.#keyTable = new KeyTable(sections, this.size)
    this.#foundUnits = new Uint32Array(this.size)
    this.#foundSimilarities = new Float32Array(this.size)
    this.#translations = new Translations(sections)
    this.#unit = new UnitView(this, this.#shapes, u8('signBytes'))
  }

  /** How much a unit tells in names of the kind. */
  weight(unit: number, kind: NameKind): number {
    return this.#weights[unit * kindCount + kind]!
  }

  /** The same for any word: one that no list holds tells the most, unless it translates a word that tells less. */
  weightOf(text: string, kind: NameKind): number {
    const unit = this.unitOf(text)
    if (unit >= 0) return this.weight(unit, kind)
    return kind === nameKind.organisation ? this.#translations.weightLimit(text) : 1
  }

  textOf(unit: number): string {
    const known = this.#texts[unit]
    if (known !== undefined) return known
    const start = this.#shapes[unit * shapeSize + shape.textStart]!
    const text = String.fromCharCode(...this.#textBytes.subarray(start, start + this.lengthOf(unit)))
    this.#texts[unit] = text
    return text
  }

  #lengthsOf(unit: number): number {
    return this.#shapes[unit * shapeSize + shape.lengths]!
  }

  lengthOf(unit: number): number {
    return this.#lengthsOf(unit) >>> 20
  }

  markOf(unit: number): number {
    return (this.#lengthsOf(unit) >>> 8) & 255
  }

  /** Whether a unit begins with the text, or the text with the unit. */
  beginsAlike(unit: number, text: string): boolean {
    const start = this.#shapes[unit * shapeSize + shape.textStart]!
    const shorter = Math.min(this.lengthOf(unit), text.length)
    for (let i = 0; i < shorter; i++) if (this.#textBytes[start + i] !== text.charCodeAt(i)) return false
    return true
  }

  /** Writes the letters of a unit to `out` from `at` on; returns where they end. */
  copyText(unit: number, out: Uint8Array, at: number): number {
    const start = this.#shapes[unit * shapeSize + shape.textStart]!
    const length = this.lengthOf(unit)
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

  #isText(unit: number, text: string, from: number, to: number): boolean {
    if (this.lengthOf(unit) !== to - from) return false
    const start = this.#shapes[unit * shapeSize + shape.textStart]! - from
    for (let i = from; i < to; i++) if (this.#textBytes[start + i] !== text.charCodeAt(i)) return false
    return true
  }

  /** The word itself, where it is listed. */
  itself(text: string): Neighbours {
    const unit = this.unitOf(text)
    return unit < 0
      ? none
      : { units: Uint32Array.of(unit), similarities: Float32Array.of(1), translated: new Uint8Array(1) }
  }

  /** All units near `text` in names of the kind, found by keys. */
  neighbours(text: string, kind: NameKind): Neighbours {
    const spelt = this.#spelt.recall(text, () => this.#byKind(this.#findSpelt(text)))[kind]!
    if (kind === nameKind.person) {
      if (!commonNames.has(text) && !nicknameGroup.has(text)) return spelt
      return this.#persons.recall(text, () => this.#amongPersons(text, spelt))
    }
    if (kind === nameKind.object || !this.#translations.has(text)) return spelt
    return this.#organisations.recall(text, () => this.#amongOrganisations(text, spelt))
  }

  /** The same, found by comparing every unit: the yardstick for `neighbours`. */
  scan(text: string, kind: NameKind): Neighbours {
    const word = spell(text)
    const itself = this.unitOf(text)
    let count = 0
    for (let unit = 0; unit < this.size; unit++) {
      const similarity = unit === itself ? 1 : differentWordSimilarity(word, this.#unit.show(unit), false)
      if (similarity > 0) this.#find(count++, unit, similarity)
    }
    const spelt = this.#byKind(count)[kind]!
    return kind === nameKind.person
      ? this.#amongPersons(text, spelt)
      : kind === nameKind.organisation
        ? this.#amongOrganisations(text, spelt)
        : spelt
  }

  /** Units near enough to `text`, which was put together, to be glued (see the score). */
  nearlySame(text: string): Uint32Array {
    const least = leastGlued(markOf(text), true)
    return this.#nearlySame.recall(text, () => this.#foundUnits.slice(0, this.#findSpelt(text, least)))
  }

  /** Finds the units whose spelling is near the text, and no less than `least`; returns how many there are. */
  #findSpelt(text: string, least = 0): number {
    const word = spell(text)
    let count = 0
    const itself = this.unitOf(text)
    if (itself >= 0) this.#find(count++, itself, 1)
    keysOf(word, 'asked', this.#keys)
    const looked = this.#keyTable.look(this.#keys, itself)
    const { found } = this.#keyTable
    this.#unit.glance(found, looked)
    for (let i = 0; i < looked; i++) {
      const unit = found[i]!
      const similarity = differentWordSimilarity(word, this.#unit.show(unit), false, least)
      if (similarity > 0 && similarity >= least) this.#find(count++, unit, similarity)
    }
    return count
  }

  #find(at: number, unit: number, similarity: number): void {
    this.#foundUnits[at] = unit
    this.#foundSimilarities[at] = similarity
  }

  /** The first `count` units that were found, as neighbours in names of each kind. */
  #byKind(count: number): Neighbours[] {
    return nameKinds.map((kind) => {
      const bit = 1 << (16 + kind)
      let size = 0
      for (let at = 0; at < count; at++) if (this.#lengthsOf(this.#foundUnits[at]!) & bit) size++
      if (size === 0) return none
      const units = new Uint32Array(size)
      const similarities = new Float32Array(size)
      size = 0
      for (let at = 0; at < count; at++) {
        if ((this.#lengthsOf(this.#foundUnits[at]!) & bit) === 0) continue
        units[size] = this.#foundUnits[at]!
        similarities[size++] = this.#foundSimilarities[at]!
      }
      return { units, similarities, translated: new Uint8Array(size) }
    })
  }

  /** Knows of names that many people bear, and adds the familiar forms of given names. */
  #amongPersons(text: string, spelt: Neighbours): Neighbours {
    const word = spell(text)
    const near = new NearUnits(spelt)
    if (commonNames.has(text)) near.judgeAgain((unit) => differentWordSimilarity(word, this.#unit.show(unit), true))
    const group = nicknameGroup.get(text)
    for (const name of group === undefined ? [] : nicknamesOf(group)) {
      const unit = name === text ? -1 : this.unitOf(name)
      if (unit >= 0) near.add(unit, differentWordSimilarity(word, spell(name), true), 0)
    }
    return near.neighbours()
  }

  /** Adds the words that translate the text. */
  #amongOrganisations(text: string, spelt: Neighbours): Neighbours {
    const near = new NearUnits(spelt)
    this.#translations.of(text, (unit, similarity) => near.add(unit, similarity, 1))
    return near.neighbours()
  }

  /** How far two words of organisations' names are known to mean the same. */
  sameMeaning(one: string, other: string): number {
    const oneUnit = this.unitOf(one)
    const otherUnit = this.unitOf(other)
    return Math.max(
      otherUnit < 0 ? 0 : this.#translations.between(one, otherUnit),
      oneUnit < 0 ? 0 : this.#translations.between(other, oneUnit),
    )
  }
}

/**
 * What the compiled index holds of each unit in one place: where its signs and its letters begin, its sounds, and in one
 * number the count of its signs, its mark, the kinds of names that hold it (a bit for each) and the count of its letters.
 * A comparison that fails early looks no further.
 */
const shape = { signStart: 0, lengths: 1, sounds: 2, textStart: 3 } as const
export const shapeSize = 4

/** Writes the shape of a unit that names of the given kinds hold, and whose signs and letters begin at the given places. */
export function writeShape(
  shapes: Uint32Array,
  unit: number,
  word: Spelt,
  { kinds, signStart, textStart }: { kinds: number; signStart: number; textStart: number },
): void {
  const at = unit * shapeSize
  shapes[at + shape.signStart] = signStart
  shapes[at + shape.lengths] = word.length | (word.mark << 8) | (kinds << 16) | (word.textLength << 20)
  shapes[at + shape.sounds] = word.sounds
  shapes[at + shape.textStart] = textStart
}

/** One unit at a time as a word to compare; its text is only put together where the comparison asks for it. */
class UnitView implements Spelt {
  readonly signs: Uint8Array
  readonly #shapes: Uint32Array
  readonly #words: Vocabulary
  readonly #glanced: Uint8Array
  #shown = 0
  mark = 0
  start = 0
  length = 0
  sounds = 0
  textLength = 0

  constructor(words: Vocabulary, shapes: Uint32Array, signs: Uint8Array) {
    this.#words = words
    this.#shapes = shapes
    this.signs = signs
    this.#glanced = new Uint8Array(words.size)
  }

  /** Reads of all units what the comparison begins with, so that a processor waits for memory once and not for each. */
  glance(units: Uint32Array, count: number): void {
    for (let i = 0; i < count; i++) this.#glanced[i] = this.signs[this.#shapes[units[i]! * shapeSize]!]!
  }

  show(unit: number): Spelt {
    const at = unit * shapeSize
    const lengths = this.#shapes[at + shape.lengths]!
    this.#shown = unit
    this.start = this.#shapes[at + shape.signStart]!
    this.length = lengths & 255
    this.mark = (lengths >>> 8) & 255
    this.textLength = lengths >>> 20
    this.sounds = this.#shapes[at + shape.sounds]!
    return this
  }

  get text(): string {
    return this.#words.textOf(this.#shown)
  }
}

/** Neighbours that are being added to. */
class NearUnits {
  readonly #units: number[]
  readonly #similarities: number[]
  readonly #translated: number[]

  constructor({ units, similarities, translated }: Neighbours) {
    this.#units = [...units]
    this.#similarities = [...similarities]
    this.#translated = [...translated]
  }

  /** Sets the similarity of all units but the word itself. */
  judgeAgain(similarityOf: (unit: number) => number): void {
    for (const [at, unit] of this.#units.entries())
      if (this.#similarities[at]! < 1) this.#similarities[at] = similarityOf(unit)
  }

  add(unit: number, similarity: number, translated: number): void {
    const known = this.#units.indexOf(unit)
    if (known >= 0 && this.#similarities[known]! >= similarity) return
    const at = known >= 0 ? known : this.#units.length
    this.#units[at] = unit
    this.#similarities[at] = similarity
    this.#translated[at] = translated
  }

  neighbours(): Neighbours {
    return {
      units: Uint32Array.from(this.#units),
      similarities: Float32Array.from(this.#similarities),
      translated: Uint8Array.from(this.#translated),
    }
  }
}

const none: Neighbours = { units: new Uint32Array(0), similarities: new Float32Array(0), translated: new Uint8Array(0) }
