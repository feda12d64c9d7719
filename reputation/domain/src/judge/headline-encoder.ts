/** The encoder with the vocabulary that it was trained with: reads a headline as the linear judge does, and scores all heads. */
import { type ModelFile, readModel, tableOf } from '../text-model/text-model.ts'
import { Encoder, pieceRowWidth } from './encoder.ts'
import type { JudgedText, JudgedToken } from './features.ts'
import { glossWidth, TextPieces } from './text-pieces.ts'

export const encoderLayers = 6

export class HeadlineEncoder {
  readonly version: string
  readonly #encoder: Encoder
  readonly #pieces: TextPieces

  /** Throws `RangeError` when the file holds no such model. */
  constructor(file: ModelFile) {
    this.version = file.version
    this.#encoder = new Encoder(file, encoderLayers)
    this.#pieces = new TextPieces(tableOf(file, 'pieces', pieceRowWidth).keys, tableOf(file, 'glosses', glossWidth))
  }

  /** Fills `scores` with those of all heads, uncalibrated. */
  score(text: JudgedText, tokens: readonly JudgedToken[], scores: Float64Array): void {
    scores.fill(0)
    this.#encoder.score(this.#pieces.of(tokens, text), this.#pieces.company, scores)
  }
}

/** Opens the bytes of a trained encoder. Throws `RangeError` when they are damaged. */
export const openHeadlineEncoder = (bytes: Uint8Array): HeadlineEncoder => new HeadlineEncoder(readModel(bytes))
