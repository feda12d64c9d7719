/** Units near one word, with their similarities; `translated` marks those that are near in meaning and not in spelling. */
export type Neighbours = { units: Uint32Array; similarities: Float32Array; translated: Uint8Array }

export const noNeighbours: Neighbours = {
  units: new Uint32Array(0),
  similarities: new Float32Array(0),
  translated: new Uint8Array(0),
}

type Neighbour = { unit: number; similarity: number; translated: number }

/** Neighbours that are being added to. */
export class NeighbourList {
  readonly #list: Neighbour[]

  constructor({ units, similarities, translated }: Neighbours) {
    // The three arrays are of one length.
    this.#list = Array.from(units, (unit, at) => ({
      unit,
      similarity: similarities[at]!,
      translated: translated[at]!,
    }))
  }

  /** Sets the similarity of all units but the word itself. */
  rescore(similarityOf: (unit: number) => number): void {
    for (const neighbour of this.#list)
      if (neighbour.similarity < 1) neighbour.similarity = similarityOf(neighbour.unit)
  }

  /** Adds a unit; of one that is there already, the greater similarity counts. */
  add(unit: number, similarity: number, translated: number): void {
    const known = this.#list.find((neighbour) => neighbour.unit === unit)
    if (!known) this.#list.push({ unit, similarity, translated })
    else if (known.similarity < similarity) Object.assign(known, { similarity, translated })
  }

  neighbours(): Neighbours {
    return {
      units: Uint32Array.from(this.#list, ({ unit }) => unit),
      similarities: Float32Array.from(this.#list, ({ similarity }) => similarity),
      translated: Uint8Array.from(this.#list, ({ translated }) => translated),
    }
  }
}
