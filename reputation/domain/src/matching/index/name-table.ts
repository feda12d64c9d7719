import type { Sections } from './sections.ts'
import { TokenTable } from './token-table.ts'

/** Bits of `nameFlags`. */
export const nameFlag = { weak: 1, primary: 2, initial: 4 } as const

/**
 * The listed names of an open index, by their numbers.
 *
 * Index bounds: callers pass numbers of names of this index, which every section here covers.
 */
export class NameTable {
  /** Per name, the weight of its words when all of them are left over. */
  readonly leftover: Float32Array
  readonly tokens: TokenTable
  readonly #start: Uint32Array
  readonly #entry: Uint32Array
  readonly #ordinal: Uint32Array
  readonly #flags: Uint8Array

  constructor(sections: Sections) {
    const { u8, u32, f32 } = sections
    this.leftover = f32('nameLeftover')
    this.tokens = new TokenTable(sections)
    this.#start = u32('nameStart')
    this.#entry = u32('nameEntry')
    this.#ordinal = u32('nameOrdinal')
    this.#flags = u8('nameFlags')
  }

  tokenStart(name: number): number {
    return this.#start[name]!
  }

  tokenEnd(name: number): number {
    return this.#start[name + 1]!
  }

  /** Whether any token of the name has one of the units. */
  holdsAny(name: number, units: ReadonlySet<number>): boolean {
    for (let at = this.tokenStart(name); at < this.tokenEnd(name); at++)
      if (units.has(this.tokens.unit(at))) return true
    return false
  }

  entryOf(name: number): number {
    return this.#entry[name]!
  }

  /** Position of the name among the names of its entry. */
  ordinalOf(name: number): number {
    return this.#ordinal[name]!
  }

  hasInitial(name: number): boolean {
    return (this.#flagsOf(name) & nameFlag.initial) !== 0
  }

  isWeak(name: number): boolean {
    return (this.#flagsOf(name) & nameFlag.weak) !== 0
  }

  /** 0 for a primary name, 1 for a strong alias, 2 for a weak one. */
  weaknessOf(name: number): number {
    const flags = this.#flagsOf(name)
    return flags & nameFlag.primary ? 0 : flags & nameFlag.weak ? 2 : 1
  }

  /** Of two names that score the same, the primary one is shown, else the one that stands first. */
  prefers(name: number, other: number): boolean {
    const primary = (this.#flagsOf(name) & nameFlag.primary) - (this.#flagsOf(other) & nameFlag.primary)
    return primary !== 0 ? primary > 0 : this.ordinalOf(name) < this.ordinalOf(other)
  }

  #flagsOf(name: number): number {
    return this.#flags[name]!
  }
}
