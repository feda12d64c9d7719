/** What the encoder learns from, as pieces: the rows, phrases and titles of the judge, each with what is known of it. */
import { collectJudgeFeatures } from '@service/reputation-domain/judge/features.ts'
import { TextPieces } from '@service/reputation-domain/judge/text-pieces.ts'
import { WordMeanings } from '@service/reputation-domain/judge/word-meanings.ts'
import { Features } from '@service/reputation-domain/text-model/features.ts'
import type { WeightTable } from '@service/reputation-domain/text-model/model-file.ts'
import type { JudgedRow } from '../corpus/judged-rows.ts'
import { readMeanings } from '../meanings.ts'
import { noGlosses } from './vocabulary.ts'

export function piecesOf(
  rows: readonly Pick<JudgedRow, 'text'>[],
  vocabulary: Uint32Array,
  glosses: WeightTable = noGlosses,
): Int32Array[] {
  const reader = new TextPieces(vocabulary, glosses)
  const meanings = new WordMeanings(readMeanings())
  const features = new Features()
  return rows.map(({ text }) => {
    const { ids, size } = reader.of(collectJudgeFeatures(text, meanings, features), text)
    return ids.slice(0, size)
  })
}
