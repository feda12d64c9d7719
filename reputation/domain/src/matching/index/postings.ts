import type { NameKind } from '../tokens/name-kind.ts'
import type { Sections } from './sections.ts'

/**
 * Which names hold a unit (postings, ascending), and which names are of a kind.
 *
 * Index bounds: callers pass units and kinds of this index, each of which has a start and, in the next place, its end.
 */
export class Postings {
  readonly start: Uint32Array
  readonly names: Uint32Array
  readonly #kindStart: Uint32Array
  /** Names of persons that hold an initial stand first: where they end. */
  readonly #personsWithInitial: number

  constructor({ about, u32 }: Sections) {
    this.start = u32('postingStart')
    this.names = u32('postings')
    this.#kindStart = u32('kindStart')
    this.#personsWithInitial = Number(about.personsWithInitial)
  }

  /** The names of the kind, from `from` to before `to`; persons with an initial stand before `initialsEnd`. */
  ofKind(kind: NameKind): { from: number; to: number; initialsEnd: number } {
    const from = this.#kindStart[kind]!
    return { from, to: this.#kindStart[kind + 1]!, initialsEnd: Math.max(from, this.#personsWithInitial) }
  }

  isEmpty(unit: number): boolean {
    return this.start[unit] === this.start[unit + 1]
  }

  forEach(unit: number, visit: (name: number) => void): void {
    const end = this.start[unit + 1]!
    for (let at = this.start[unit]!; at < end; at++) visit(this.names[at]!)
  }
}
