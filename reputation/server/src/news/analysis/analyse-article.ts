/** From an article to the subjects that it mentions, and what it says of each. Pure; runs in the pipeline's thread. */

import { platform } from '@service/reputation-domain/articles/owner.ts'
import { type NewsJudge, type NewsJudgement, unjudged } from '@service/reputation-domain/judge/judge.ts'
import { isJudgedLanguage } from '@service/reputation-domain/languages/judged-languages.ts'
import { type AliasFinder, compileAliases, type FoundAlias } from '@service/reputation-domain/subjects/find-aliases.ts'
import { type Subject, searchedNames } from '@service/reputation-domain/subjects/subject.ts'
import type { TargetedText } from '@service/reputation-domain/text-model/targeted-text.ts'
import { drivingWords } from '../model/driving-words.ts'
import type { StoredArticle } from '../model/stored-article.ts'
import type { StoredMention } from '../model/stored-mention.ts'
import { storedProbabilities, storedProbability } from '../model/stored-probabilities.ts'
import type { StoredSubject } from '../model/stored-subject.ts'
import { inLanguage, languageOf } from './article-language.ts'
import type { Models } from './models.ts'

/** `target` is what its sentiment is judged by. */
export type FoundMention = { mention: StoredMention; target: TargetedText }

export type ArticleAnalysis = {
  mentionsIn(article: StoredArticle): StoredMention[]
  /** For those who judge the sentiment otherwise. */
  foundIn(article: StoredArticle): FoundMention[]
}

/** Of the text behind the title, so much is the lead: what follows names many companies in passing. */
const leadLength = 400
/** So much of it is kept, to find copies by. */
const keptLength = 1_200

export function makeArticleAnalysis(models: Models, subjects: readonly StoredSubject[]): ArticleAnalysis {
  const byId = new Map(subjects.map((subject) => [subject.id, subject]))
  // A company's own subjects are looked for apart, so that their names hide nothing from others.
  const finders = [...Map.groupBy(subjects, ({ companyId }) => companyId)].map(([companyId, ofCompany]) => ({
    companyId,
    finder: compileAliases(ofCompany.map((subject) => ({ id: subject.id, aliases: searchedNames(subject) }))),
  }))

  const analysis: ArticleAnalysis = {
    mentionsIn: (article) => analysis.foundIn(article).map(({ mention }) => mention),
    foundIn(article) {
      const { owner } = article
      const names = finders
        .filter(({ companyId }) => companyId === undefined || owner === platform || owner === companyId)
        .flatMap(({ finder }) => namesIn(article, finder))
      if (names.length === 0) return []
      const nameTexts = names.map(({ text, name }) => text.slice(name.start, name.end))
      const language = languageOf(models.languages, article, nameTexts)
      return names.map((found) => {
        const { mention, target } = mentionOf(models, article, found, byId.get(found.name.subjectId)!, language)
        return { mention: inLanguage(mention, language), target }
      })
    },
  }
  return analysis
}

type Found = { place: 'title' | 'lead' | 'page'; text: string; name: FoundAlias; others: readonly FoundAlias[] }

/** Each subject once: where the title names it first, or else the lead, or else the beginning of the page. */
function namesIn(article: StoredArticle, finder: AliasFinder): Found[] {
  const inTitle = finder.find(article.title)
  const lead = article.text?.slice(0, leadLength) ?? ''
  const page = article.pageText?.slice(0, leadLength) ?? ''
  const places = [
    { place: 'title', text: article.title, names: inTitle },
    { place: 'lead', text: lead, names: lead === '' ? [] : finder.find(lead) },
    { place: 'page', text: page, names: page === '' ? [] : finder.find(page) },
  ] as const
  const found = new Map<string, Found>()
  for (const { place, text, names } of places) {
    for (const name of names) {
      if (found.has(name.subjectId)) continue
      const others = names.filter(({ subjectId }) => subjectId !== name.subjectId)
      found.set(name.subjectId, { place, text, name, others })
    }
  }
  return [...found.values()]
}

function mentionOf(
  models: Models,
  article: StoredArticle,
  found: Found,
  subject: Subject,
  language: string | undefined,
): FoundMention {
  const { text, name, place } = found
  const target = { text, start: name.start, end: name.end }
  const byName = models.names.judge(target, {
    ...(subject.blockers && { blockers: subject.blockers }),
    ...(name.needsContext && { needsContext: true }),
    spelling: name.alias,
  })
  const inTitle = place === 'title'
  const { pCompany, probabilities, drivers, role, risks } = judgementOf(models.news, article, found, language)
  const mention: StoredMention = {
    articleId: article.id,
    subjectId: name.subjectId,
    owner: article.owner,
    publishedAt: article.publishedAt,
    host: article.host,
    outlet: article.outlet,
    title: article.title,
    url: article.url,
    // A name that stands in the lead alone is nowhere in the title.
    start: inTitle ? name.start : 0,
    end: inTitle ? name.end : 0,
    // Either may know that it is something else.
    pCompany: storedProbability(Math.min(byName.pCompany, pCompany)),
    role,
    probabilities: storedProbabilities(probabilities),
    provider: models.provider.name,
    providerVersion: models.provider.version,
    risks,
    lead: article.text?.slice(0, keptLength),
    sample: article.sample,
    originalPublishedAt: article.originalPublishedAt,
    words: drivingWords(drivers),
  }
  return { mention, target }
}

/** A title is judged with the first sentence below it; a name that stands below it alone, by its sentence. */
function judgementOf(
  news: NewsJudge,
  article: StoredArticle,
  { text, name, place, others }: Found,
  language: string | undefined,
): NewsJudgement {
  if (!isJudgedLanguage(language)) return unjudged
  const company = { start: name.start, end: name.end }
  if (place !== 'title') return { ...unjudged, ...news.judgeSentence({ text, ...company }, language) }
  const year = new Date(article.originalPublishedAt ?? article.publishedAt).getUTCFullYear()
  const firstSentence = firstSentenceOf(article)
  return news.judgeTitle({ text, company, others, year, language, ...(firstSentence && { firstSentence }) })
}

const maxFirstSentence = 300

/** Of the text below the title; undefined where that is empty or says the title again. */
function firstSentenceOf({ title, text }: Pick<StoredArticle, 'title' | 'text'>): string | undefined {
  const sentence = /^.*?[.!?]["”’»)]*(?=\s+["“‘«(]?\p{Lu}|\s*$)/su.exec(
    text?.trim().slice(0, maxFirstSentence) ?? '',
  )?.[0]
  return sentence === undefined || sentence.toLowerCase().startsWith(title.toLowerCase()) ? undefined : sentence
}
