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

/** Neighbours that are being added to. The three arrays are of one length. */
export class NeighbourList {
  readonly #units: number[]
  readonly #similarities: number[]
  readonly #translated: number[]

  constructor({ units, similarities, translated }: Neighbours) {
    this.#units = [...units]
    this.#similarities = [...similarities]
    this.#translated = [...translated.subarray(0, units.length)]
  }

  /** Sets the similarity of all units but the word itself. */
  rescore(similarityOf: (unit: number, similarity: number) => number): void {
    for (const [at, unit] of this.#units.entries()) {
      const similarity = this.#similarities[at] ?? 0
      if (similarity < 1) this.#similarities[at] = similarityOf(unit, similarity)
    }
  }

  /** Adds a unit; of one that is there already, the greater similarity counts. */
  add(unit: number, similarity: number, translated: number): void {
    const known = this.#units.indexOf(unit)
    if (known >= 0 && (this.#similarities[known] ?? 0) >= similarity) return
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
