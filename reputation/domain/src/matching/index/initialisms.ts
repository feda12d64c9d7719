/**
 * The names of organisations by the initials of the words that they begin with, and of all their words: National Iranian Oil
 * Company Trading is found as NIO, NIOC and NIOCT.
 *
 * Index bounds: places lie below the number of hashes, each of which has its name.
 */
import { hashText } from '../../hashing/hashing.ts'
import { initialsOf } from '../tokens/initials.ts'
import { type NameKind, nameKind } from '../tokens/name-kind.ts'
import type { Token } from '../tokens/token.ts'
import type { SectionArray, Sections } from './sections.ts'

export function compileInitialisms(
  names: readonly { kind: NameKind; tokens: readonly Token[] }[],
): Record<string, SectionArray> {
  const hashed = names
    .flatMap(({ kind, tokens }, name) =>
      kind === nameKind.organisation
        ? initialsOf(tokens).map(({ letters }) => ({ name, hash: hashText(letters) }))
        : [],
    )
    .sort((one, other) => one.hash - other.hash || one.name - other.name)
  return {
    initialsHash: Uint32Array.from(hashed, ({ hash }) => hash),
    initialsName: Uint32Array.from(hashed, ({ name }) => name),
  }
}

export class Initialisms {
  readonly #hash: Uint32Array
  readonly #name: Uint32Array

  constructor({ u32 }: Sections) {
    this.#hash = u32('initialsHash')
    this.#name = u32('initialsName')
  }

  /** The names that probably begin with words of these initials. */
  namesOf(letters: string): Uint32Array {
    const hash = hashText(letters)
    let low = 0
    let high = this.#hash.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#hash[middle]! < hash) low = middle + 1
      else high = middle
    }
    let end = low
    while (this.#hash[end] === hash) end++
    return this.#name.subarray(low, end)
  }
}
