import { hashText } from '../../hashing/hashing.ts'
import type { SectionArray, Sections } from './sections.ts'

/**
 * The hashes of all listed names without their spaces, ascending, so that a name which is written as one word, or with
 * the spaces elsewhere, is found at once.
 */
export function compileWholeNames(
  names: readonly { tokens: readonly { surface: string }[] }[],
): Record<string, SectionArray> {
  const hashed = names
    .map(({ tokens }, name) => ({ name, hash: hashOf(tokens) }))
    .sort((one, other) => one.hash - other.hash || one.name - other.name)
  return {
    wholeHash: Uint32Array.from(hashed, ({ hash }) => hash),
    wholeName: Uint32Array.from(hashed, ({ name }) => name),
  }
}

const hashOf = (tokens: readonly { surface: string }[]): number =>
  hashText(tokens.map(({ surface }) => surface).join(''))

/**
 * The hashes of an open index.
 *
 * Index bounds: places lie below the number of hashes, each of which has its name.
 */
export class WholeNames {
  readonly #hash: Uint32Array
  readonly #name: Uint32Array

  constructor({ u32 }: Sections) {
    this.#hash = u32('wholeHash')
    this.#name = u32('wholeName')
  }

  /** Whether the tokens are probably a listed name. */
  has(tokens: readonly { surface: string }[]): boolean {
    let isListed = false
    this.forEach(tokens, () => {
      isListed = true
    })
    return isListed
  }

  /** Calls `visit` with the names that are probably the letters of the tokens, wherever the spaces stand. */
  forEach(tokens: readonly { surface: string }[], visit: (name: number) => void): void {
    const hash = hashOf(tokens)
    let low = 0
    let high = this.#hash.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#hash[middle]! < hash) low = middle + 1
      else high = middle
    }
    for (; this.#hash[low] === hash; low++) visit(this.#name[low]!)
  }
}
