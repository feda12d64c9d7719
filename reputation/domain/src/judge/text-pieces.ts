/**
 * A headline, alone or with the first sentence of its article, as numbers of word pieces (Devlin et al., 2019): small
 * letters without accents, each word cut into the longest pieces that the vocabulary knows, the company's name one piece
 * of its own. Words of other languages than English are replaced by their English ones where these are known, so that
 * one encoder reads all.
 *
 * Index bounds: pieces are counted below the arrays' length; rows are those of their tables.
 */
import { KeyIndex, mix, type WeightTable, wordHash } from '../text-model/text-model.ts'
import type { JudgedText, JudgedToken } from './features.ts'
import { WordRows } from './word-meanings.ts'

/** So many pieces are read of a text, the marks at both ends among them. */
export const maxPieces = 64
/** An English word or two are so many pieces at most. */
export const maxGlossPieces = 4
/** Two bytes a piece, the pieces' numbers from 1; 0 ends them. */
export const glossWidth = 2 * maxGlossPieces

const continuing = wordHash('##')
/** The key of a piece that begins a word, or goes on with one. */
export const pieceKey = (begins: boolean, text: string, from = 0, to = text.length): number =>
  begins ? wordHash(text, from, to) : mix(continuing, wordHash(text, from, to))

export const specialPieces = { begin: '[CLS]', end: '[SEP]', unknown: '[UNK]', company: '[unused1]' } as const
const sentenceBorder = '.'

export type Pieces = {
  /** Rows of the vocabulary. */
  ids: Int32Array
  /** The token that each piece was cut from; −1 for marks. */
  tokens: Int32Array
  size: number
}

export class TextPieces {
  readonly #vocabulary: KeyIndex
  readonly #glosses: WeightTable
  readonly #words: WordRows
  readonly #begin: number
  readonly #end: number
  readonly #unknown: number
  readonly #border: number
  readonly company: number
  // Scratch space: a text is read at once, so none can come between.
  readonly #pieces: Pieces = { ids: new Int32Array(maxPieces), tokens: new Int32Array(maxPieces), size: 0 }

  /** Throws `RangeError` where the vocabulary lacks what every text needs. */
  constructor(vocabulary: Uint32Array, glosses: WeightTable) {
    this.#vocabulary = new KeyIndex(vocabulary)
    this.#glosses = glosses
    this.#words = new WordRows(glosses.keys)
    this.#begin = this.#special(specialPieces.begin)
    this.#end = this.#special(specialPieces.end)
    this.#unknown = this.#special(specialPieces.unknown)
    this.#border = this.#special(sentenceBorder)
    this.company = this.#special(specialPieces.company)
  }

  /** Of the tokens that `collectJudgeFeatures` read; overwritten by the next call. */
  of(tokens: readonly JudgedToken[], { headline, firstSentence = '', language }: JudgedText): Readonly<Pieces> {
    this.#pieces.size = 0
    this.#add(this.#begin, -1)
    for (const [i, token] of tokens.entries()) {
      const before = tokens[i - 1]
      if (before && before.part !== token.part) this.#add(this.#border, -1)
      if (token.isCompany) {
        if (!before?.isCompany || before.part !== token.part) this.#add(this.company, i)
      } else {
        const source = token.part === 0 ? headline.text : firstSentence
        this.#addWord(token.word.startsWith('<') ? source.slice(token.start, token.end) : token.word, language, i)
      }
    }
    this.#pieces.size = Math.min(this.#pieces.size, maxPieces - 1)
    this.#add(this.#end, -1)
    return this.#pieces
  }

  /** The pieces of an English text, for tables that are made before. */
  cut(text: string): number[] {
    this.#pieces.size = 0
    for (const word of text.split(' ')) this.#cut(word, -1)
    return [...this.#pieces.ids.subarray(0, this.#pieces.size)]
  }

  #addWord(word: string, language: string, token: number): void {
    const apostrophe = word.indexOf("'")
    if (language === 'en') this.#cut(word, token)
    else if (this.#addGloss(word, language, token)) return
    else if (apostrophe > 0 && apostrophe < word.length - 1) {
      this.#addWord(word.slice(0, apostrophe), language, token)
      this.#addWord(word.slice(apostrophe + 1), language, token)
    } else this.#cut(word, token)
  }

  #addGloss(word: string, language: string, token: number): boolean {
    const row = this.#words.find(language, word)
    if (row < 0) return false
    const { weights } = this.#glosses
    for (let at = row * glossWidth, i = 0; i < maxGlossPieces; i++, at += 2) {
      const number = ((weights[at]! & 0xff) << 8) | (weights[at + 1]! & 0xff)
      if (number === 0) break
      this.#add(number - 1, token)
    }
    return true
  }

  /** The longest pieces first; a word that cannot be cut is one unknown piece. */
  #cut(raw: string, token: number): void {
    for (const word of plain(raw).match(wordOrSign) ?? []) {
      const before = this.#pieces.size
      for (let from = 0; from < word.length; ) {
        let to = word.length
        let row = -1
        for (; to > from && row < 0; to--) row = this.#vocabulary.find(pieceKey(from === 0, word, from, to))
        if (row < 0) {
          this.#pieces.size = before
          this.#add(this.#unknown, token)
          break
        }
        this.#add(row, token)
        from = to + 1
      }
    }
  }

  #add(id: number, token: number): void {
    const { ids, tokens, size } = this.#pieces
    if (size < maxPieces) {
      ids[size] = id
      tokens[size] = token
      this.#pieces.size++
    }
  }

  #special(piece: string): number {
    const row = this.#vocabulary.find(pieceKey(true, piece))
    if (row < 0) throw new RangeError(`the vocabulary has no ${piece}`)
    return row
  }
}

const wordOrSign = /[^\s\p{P}\p{S}]+|[\p{P}\p{S}]/gu

/** Small letters without accents. */
const plain = (word: string): string =>
  isPlain.test(word)
    ? word
    : word
        .toLowerCase()
        .normalize('NFD')
        .replace(/\p{Mn}/gu, '')
const isPlain = /^[a-z0-9]*$/
