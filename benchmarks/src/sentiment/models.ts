/** The models that ship. */
import { type OwnModel, openSentimentModel } from '@service/reputation-domain/sentiment/own-model.ts'
import { type NameModel, openNameModel } from '@service/reputation-domain/subjects/name-model.ts'
import { readModelFile } from '@service/reputation-server/news/analysis/model-files.ts'

export type Models = { sentiment: OwnModel; names: NameModel; bytes: number }

export function openModels(): Models {
  const [sentiment, names] = [readModelFile('sentiment'), readModelFile('names')]
  return {
    sentiment: openSentimentModel(sentiment),
    names: openNameModel(names),
    bytes: sentiment.length + names.length,
  }
}
