/** The models that ship with the service, read from their files. */
import { NewsJudge, openJudgeModel } from '@service/reputation-domain/judge/judge.ts'
import { type LanguageModel, openLanguageModel } from '@service/reputation-domain/languages/detect-language.ts'
import { judgedLanguages } from '@service/reputation-domain/languages/judged-languages.ts'
import type { OwnModel } from '@service/reputation-domain/sentiment/own-model.ts'
import { openSentimentModel } from '@service/reputation-domain/sentiment/own-model.ts'
import { type NameModel, openNameModel } from '@service/reputation-domain/subjects/name-model.ts'
import { readModelFile, readModelVersion } from './model-files.ts'

type Judge = { name: string; version: string }
type Version = { version: string }

/** What the models are called by. */
export type ModelVersions = {
  names: Version
  languages: Version
  news: Version
  /** Who judges sentiment. */
  provider: Judge
  /** Changes with whatever may judge an article differently. */
  analysisVersion: string
}

export type Models = ModelVersions & {
  sentiment: OwnModel
  names: NameModel
  languages: LanguageModel
  news: NewsJudge
}

/** Raise it with every change of how articles are analysed that no model shows: all that is stored is then analysed again. */
const generation = 5

let names: NameModel | undefined

/** Of the models the one that judges names; where no others are needed they are not read. */
export function readNameModel(): NameModel {
  names ??= openNameModel(readModelFile('names'))
  return names
}

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

/** The versions of the same models, from the beginnings of their files: who only names the models need not hold them. */
export function readModelVersions(): ModelVersions {
  const [sentiment, judge, encoder] = (['sentiment', 'judge', 'encoder'] as const).map(readModelVersion)
  const provider = { name: 'own', version: `${sentiment} ${judge} ${encoder}` }
  const versions = {
    names: { version: readModelVersion('names') },
    languages: { version: readModelVersion('languages') },
    news: provider,
  }
  return { ...versions, provider, analysisVersion: analysisVersionOf(provider, versions) }
}

const analysisVersionOf = (
  { name, version }: Judge,
  { names, languages, news }: Pick<ModelVersions, 'names' | 'languages' | 'news'>,
): string => [generation, name, version, news.version, names.version, languages.version, ...judgedLanguages].join(' ')

/**
 * What the figures and the analysis are called by where another provider judges the news. Completions of language models are
 * still judged by our own model, so the figures are of both.
 */
export const versionsWith = (
  other: Judge,
  { provider, names, languages, news }: ModelVersions,
): Pick<ModelVersions, 'provider' | 'analysisVersion'> => ({
  provider: { name: other.name, version: `${other.version} ${provider.version}` },
  analysisVersion: analysisVersionOf(other, { names, languages, news }),
})
