import type { ListEntry } from '../../lists/model/entry.ts'
import type { SectionArray, Sections } from './sections.ts'

/** IMO numbers of ships and shipowners, ascending, with their entries. */
export function compileShipNumbers(entries: readonly ListEntry[]): Record<string, SectionArray> {
  const numbers = entries
    .flatMap(({ identifiers }, entry) =>
      identifiers
        .filter(({ kind }) => kind === 'imo')
        .map(({ value }) => ({ digits: value.replace(/\D/g, ''), entry })),
    )
    .filter(({ digits }) => digits.length === 7)
    .map(({ digits, entry }) => ({ number: Number(digits), entry }))
    .sort((one, other) => one.number - other.number || one.entry - other.entry)
  return {
    shipNumber: Uint32Array.from(numbers, ({ number }) => number),
    shipEntry: Uint32Array.from(numbers, ({ entry }) => entry),
  }
}

/** Ships and shipowners by their IMO number, which a query may give in place of a name. */
export class ShipNumbers {
  readonly #number: Uint32Array
  readonly #entry: Uint32Array

  constructor({ u32 }: Sections) {
    this.#number = u32('shipNumber')
    this.#entry = u32('shipEntry')
  }

  /** Entries with an IMO number that `name` holds: one that stands alone, or any behind the letters IMO. */
  entriesNamed(name: string): number[] {
    const entries: number[] = []
    for (const [, digits] of name.matchAll(/(?:^\s*|\bimo\D{0,3})(\d{7})(?:\s*$|(?=\D))/gi))
      if (/\bimo/i.test(name) || name.trim() === digits) entries.push(...this.#entriesWith(Number(digits)))
    return entries
  }

  #entriesWith(number: number): Uint32Array {
    let low = 0
    let high = this.#number.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#number[middle] ?? 0) < number)
        low = middle + 1 // `middle` lies below the length
      else high = middle
    }
    let end = low
    while (this.#number[end] === number) end++
    return this.#entry.subarray(low, end)
  }
}
