/** The models that ship. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OwnModel, openSentimentModel } from '@service/reputation-domain/sentiment/own-model.ts'
import { type NameModel, openNameModel } from '@service/reputation-domain/subjects/name-model.ts'

export type Models = { sentiment: OwnModel; names: NameModel; bytes: number }

const folder = join(import.meta.dirname, '..', '..', '..', 'reputation', 'server', 'models')

export function openModels(): Models {
  const [sentiment, names] = ['sentiment.bin', 'names.bin'].map((file) => readFileSync(join(folder, file)))
  return {
    sentiment: openSentimentModel(sentiment!),
    names: openNameModel(names!),
    bytes: sentiment!.length + names!.length,
  }
}
