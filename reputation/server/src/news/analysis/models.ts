/** The models that ship with the service, read from their files. */
import { NewsJudge, openJudgeModel } from '@service/reputation-domain/judge/judge.ts'
import { type LanguageModel, openLanguageModel } from '@service/reputation-domain/languages/detect-language.ts'
import { judgedLanguages } from '@service/reputation-domain/languages/judged-languages.ts'
import type { OwnModel } from '@service/reputation-domain/sentiment/own-model.ts'
import { openSentimentModel } from '@service/reputation-domain/sentiment/own-model.ts'
import { type NameModel, openNameModel } from '@service/reputation-domain/subjects/name-model.ts'
import { readModelFile } from './model-files.ts'

export type Models = {
  sentiment: OwnModel
  names: NameModel
  languages: LanguageModel
  news: NewsJudge
  /** Who judges sentiment. */
  provider: { name: string; version: string }
  /** Changes with whatever may judge an article differently. */
  analysisVersion: string
}

/** Raise it with every change of how articles are analysed that no model shows: all that is stored is then analysed again. */
const generation = 4

let names: NameModel | undefined

/** Of the models the one that judges names; where no others are needed they are not read. */
export function readNameModel(): NameModel {
  names ??= openNameModel(readModelFile('names'))
  return names
}

type Judge = { name: string; version: string }

let models: Models | undefined

/** Read once in each thread. */
export function readModels(): Models {
  models ??= openModels()
  return models
}

function openModels(): Models {
  const sentiment = openSentimentModel(readModelFile('sentiment'))
  const names = readNameModel()
  const languages = openLanguageModel(readModelFile('languages'))
  const news = new NewsJudge(openJudgeModel(readModelFile('judge'), readModelFile('encoder')), sentiment)
  const { name, version } = news
  return {
    sentiment,
    names,
    languages,
    news,
    provider: { name, version },
    analysisVersion: analysisVersionOf({ name, version }, { names, languages, news }),
  }
}

const analysisVersionOf = (
  { name, version }: Judge,
  { names, languages, news }: Pick<Models, 'names' | 'languages' | 'news'>,
): string => [generation, name, version, news.version, names.version, languages.version, ...judgedLanguages].join(' ')

/**
 * What the figures and the analysis are called by where another provider judges the news. Completions of language models are
 * still judged by our own model, so the figures are of both.
 */
export const versionsWith = (
  other: Judge,
  { provider, names, languages, news }: Models,
): Pick<Models, 'provider' | 'analysisVersion'> => ({
  provider: { name: other.name, version: `${other.version} ${provider.version}` },
  analysisVersion: analysisVersionOf(other, { names, languages, news }),
})
