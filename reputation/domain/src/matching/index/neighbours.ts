/**
 * Units near one word, with their similarities; `translated` marks those that are near in meaning and not in spelling, and
 * may be longer.
 */
export type Neighbours = { units: Uint32Array; similarities: Float32Array; translated: Uint8Array }

export const noNeighbours: Neighbours = {
  units: new Uint32Array(0),
  similarities: new Float32Array(0),
  translated: new Uint8Array(0),
}

let zeros = new Uint8Array(256)

/** So many zeros, of which all lists of words that are near in spelling share one list. */
export function notTranslated(count: number): Uint8Array {
  if (count > zeros.length) zeros = new Uint8Array(2 * count)
  return zeros
}

/** Two arrays of one length in one piece of memory: to reserve a piece costs more than to fill it. */
export function unitsWithSimilarities(count: number): { units: Uint32Array; similarities: Float32Array } {
  const memory = new ArrayBuffer(8 * count)
  return { units: new Uint32Array(memory, 0, count), similarities: new Float32Array(memory, 4 * count, count) }
}

/**
 * Neighbours that are being added to. The three arrays have one length, of which `#count` are used.
 *
 * Index bounds: places lie below `#count`.
 */
export class NeighbourList {
  #units: Uint32Array
  /** Of doubled precision, so that a similarity is compared as it was given. */
  #similarities: Float64Array
  #translated: Uint8Array
  #count: number

  constructor({ units, similarities, translated }: Neighbours) {
    this.#count = units.length
    const room = units.length + 64
    this.#units = new Uint32Array(room)
    this.#units.set(units)
    this.#similarities = new Float64Array(room)
    this.#similarities.set(similarities)
    this.#translated = new Uint8Array(room)
    this.#translated.set(translated.subarray(0, units.length))
  }

  /** Sets the similarity of all units but the word itself. */
  rescore(similarityOf: (unit: number, similarity: number) => number): void {
    for (let at = 0; at < this.#count; at++) {
      const similarity = this.#similarities[at]!
      if (similarity < 1) this.#similarities[at] = similarityOf(this.#units[at]!, similarity)
    }
  }

  /** Adds a unit; of one that is there already, the greater similarity counts. */
  add(unit: number, similarity: number, translated: number): void {
    let at = 0
    while (at < this.#count && this.#units[at] !== unit) at++
    if (at < this.#count && this.#similarities[at]! >= similarity) return
    if (at === this.#units.length) this.#makeRoom()
    if (at === this.#count) this.#count++
    this.#units[at] = unit
    this.#similarities[at] = similarity
    this.#translated[at] = translated
  }

  #makeRoom(): void {
    const before = { units: this.#units, similarities: this.#similarities, translated: this.#translated }
    const room = 2 * this.#units.length
    this.#units = new Uint32Array(room)
    this.#units.set(before.units)
    this.#similarities = new Float64Array(room)
    this.#similarities.set(before.similarities)
    this.#translated = new Uint8Array(room)
    this.#translated.set(before.translated)
  }

  neighbours(): Neighbours {
    const found = unitsWithSimilarities(this.#count)
    found.units.set(this.#units.subarray(0, this.#count))
    found.similarities.set(this.#similarities.subarray(0, this.#count))
    const isAny = this.#translated.subarray(0, this.#count).includes(1)
    return { ...found, translated: isAny ? this.#translated.slice(0, this.#count) : notTranslated(this.#count) }
  }
}
