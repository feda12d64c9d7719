import type { Sections } from './sections.ts'

/** Ships and shipowners by their IMO number, which a query may give in place of a name. */
export class ShipNumbers {
  readonly #number: Uint32Array
  readonly #entry: Uint32Array

  constructor({ u32 }: Sections) {
    this.#number = u32('shipNumber')
    this.#entry = u32('shipEntry')
  }

  /** Entries with an IMO number that `name` holds: one that stands alone, or any behind the letters IMO. */
  named(name: string): number[] {
    const entries: number[] = []
    for (const [, digits] of name.matchAll(/(?:^\s*|\bimo\D{0,3})(\d{7})(?:\s*$|(?=\D))/gi))
      if (/\bimo/i.test(name) || name.trim() === digits) entries.push(...this.#bearing(Number(digits)))
    return entries
  }

  #bearing(number: number): number[] {
    let low = 0
    let high = this.#number.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#number[middle]! < number) low = middle + 1
      else high = middle
    }
    const entries: number[] = []
    for (; this.#number[low] === number; low++) entries.push(this.#entry[low]!)
    return entries
  }
}
