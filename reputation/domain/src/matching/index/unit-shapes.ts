import { wordMark } from '../scripts/word-mark.ts'
import { maxWordLength } from '../spelling/signs.ts'
import { maxDistance, mayBeWithin, type SpelledWord } from '../spelling/word-similarity.ts'

/**
 * What the compiled index holds of each unit in one place: where its signs and its letters begin, its sounds, and in one
 * number the count of its signs, its mark, the kinds of names that hold it (a bit for each) and the count of its letters.
 * A comparison that fails early reads nothing else.
 */
const field = { signStart: 0, lengths: 1, sounds: 2, textStart: 3 } as const
export const shapeSize = 4

/** Writes the shape of a unit that names of the given kinds hold, and whose signs and letters begin at the given places. */
export function writeShape(
  shapes: Uint32Array,
  unit: number,
  word: SpelledWord,
  { kinds, signStart, textStart }: { kinds: number; signStart: number; textStart: number },
): void {
  const at = unit * shapeSize
  shapes[at + field.signStart] = signStart
  shapes[at + field.lengths] = word.length | (word.mark << 8) | (kinds << 16) | (word.textLength << 20)
  shapes[at + field.sounds] = word.sounds
  shapes[at + field.textStart] = textStart
}

/** The greatest distance that counts, for each length of a word that another is compared with. */
const limits = new Float64Array(maxWordLength + 1)

/** A word as far as its shape tells. */
type UnitShape = { start: number; length: number; mark: number; textLength: number; sounds: number }

/**
 * The shapes of an open index.
 *
 * Index bounds: callers pass numbers of its units, each of which has `shapeSize` cells.
 */
export class UnitShapes {
  readonly #shapes: Uint32Array

  constructor(shapes: Uint32Array) {
    this.#shapes = shapes
  }

  signStart(unit: number): number {
    return this.#at(unit * shapeSize + field.signStart)
  }

  textStart(unit: number): number {
    return this.#at(unit * shapeSize + field.textStart)
  }

  /** Reads the shape of a unit at once; its text stays where it is. */
  read(unit: number, word: UnitShape): void {
    const at = unit * shapeSize
    const lengths = this.#at(at + field.lengths)
    word.start = this.#at(at + field.signStart)
    word.length = lengths & 255
    word.mark = (lengths >>> 8) & 255
    word.textLength = lengths >>> 20
    word.sounds = this.#at(at + field.sounds)
  }

  /**
   * Keeps those of the first `count` units whose similarity to the word may be more than 0 and no less than `min`, by their
   * lengths and sounds alone; returns how many there are.
   */
  keepSimilar(word: SpelledWord, min: number, units: Uint32Array, count: number): number {
    if (word.mark !== wordMark.none) return count
    const shapes = this.#shapes
    for (let length = 0; length <= maxWordLength; length++)
      limits[length] = maxDistance(Math.max(word.length, length), min)
    let kept = 0
    for (let i = 0; i < count; i++) {
      const unit = units[i]!
      const at = unit * shapeSize
      const lengths = shapes[at + field.lengths]!
      const length = lengths & 255
      const isLatin = ((lengths >>> 8) & 255) === wordMark.none
      if (!isLatin || mayBeWithin(word, length, shapes[at + field.sounds]!, limits[length]!)) units[kept++] = unit
    }
    return kept
  }

  /** Whether names of the kind hold the unit. */
  isOfKind(unit: number, kind: number): boolean {
    return (this.#lengths(unit) & (1 << (16 + kind))) !== 0
  }

  markOf(unit: number): number {
    return (this.#lengths(unit) >>> 8) & 255
  }

  textLength(unit: number): number {
    return this.#lengths(unit) >>> 20
  }

  #lengths(unit: number): number {
    return this.#at(unit * shapeSize + field.lengths)
  }

  #at(cell: number): number {
    return this.#shapes[cell]!
  }
}
