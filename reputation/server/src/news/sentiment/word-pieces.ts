/**
 * Word pieces, as BERT and its like read: words are split at spaces and punctuation, and each is cut into the longest
 * pieces that the vocabulary knows. Source: Devlin et al., 2019, and the reference implementation's rules.
 */
export type Vocabulary = {
  ids: ReadonlyMap<string, number>
  lowercase: boolean
  /** Before a piece that goes on with a word. */
  prefix: string
  unknown: string
}

const maxWordLength = 100
const apart = /[\p{P}\p{S}\p{Script=Han}]/gu

/** Throws `RangeError` where the vocabulary lacks what every text needs. */
export class WordPieces {
  readonly #vocabulary: Vocabulary
  readonly #begin: number
  readonly #end: number
  readonly #unknown: number
  readonly padding: number

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary
    this.#begin = this.#idOf('[CLS]')
    this.#end = this.#idOf('[SEP]')
    this.#unknown = this.#idOf(vocabulary.unknown)
    this.padding = this.#idOf('[PAD]')
  }

  /** One text, or two that belong together; of the first so much that no more than `most` pieces come out. */
  encode(most: number, first: string, second?: string): { ids: number[]; segments: number[] } {
    const behind = second === undefined ? [] : [...this.#pieces(second).slice(0, Math.floor(most / 4)), this.#end]
    const before = [this.#begin, ...this.#pieces(first).slice(0, most - behind.length - 2), this.#end]
    return { ids: [...before, ...behind], segments: [...before.map(() => 0), ...behind.map(() => 1)] }
  }

  #idOf(word: string): number {
    const id = this.#vocabulary.ids.get(word)
    if (id === undefined) throw new RangeError(`the vocabulary has no ${word}`)
    return id
  }

  #pieces(text: string): number[] {
    const { lowercase } = this.#vocabulary
    const folded = lowercase
      ? text
          .toLowerCase()
          .normalize('NFD')
          .replace(/\p{Mn}/gu, '')
      : text
    const words = folded
      .replace(/\p{Cc}/gu, ' ')
      .replace(apart, ' $& ')
      .split(/\s+/u)
    return words.filter((word) => word !== '').flatMap((word) => this.#cut(word))
  }

  #cut(word: string): number[] {
    const { ids, prefix } = this.#vocabulary
    if (word.length > maxWordLength) return [this.#unknown]
    const pieces: number[] = []
    for (let from = 0; from < word.length; ) {
      let to = word.length
      let id: number | undefined
      for (; to > from; to--) {
        id = ids.get((from === 0 ? '' : prefix) + word.slice(from, to))
        if (id !== undefined) break
      }
      if (id === undefined) return [this.#unknown]
      pieces.push(id)
      from = to
    }
    return pieces
  }
}
