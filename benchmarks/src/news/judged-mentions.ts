/** From articles to judged mentions, as the service does it, in memory. */

import { findCopies } from '@service/reputation-domain/articles/copies.ts'
import { NewsJudge, openJudgeModel } from '@service/reputation-domain/judge/judge.ts'
import { inOrder, type Mention } from '@service/reputation-domain/mentions/mentions.ts'
import { openSentimentModel } from '@service/reputation-domain/sentiment/own-model.ts'
import { compileAliases } from '@service/reputation-domain/subjects/find-aliases.ts'
import { openNameModel } from '@service/reputation-domain/subjects/name-model.ts'
import { readModelFile } from '@service/reputation-server/news/analysis/model-files.ts'
import type { Company, CorpusArticle } from './corpus.ts'

export type Judge = ReturnType<typeof openJudge>

export function openJudge() {
  const sentiment = openSentimentModel(readModelFile('sentiment'))
  const names = openNameModel(readModelFile('names'))
  const news = new NewsJudge(openJudgeModel(readModelFile('judge'), readModelFile('encoder')), sentiment)
  return { name: news.name, version: news.version, names, news }
}

/** The mentions of each company, in order. */
export function judgedMentions(
  articles: readonly CorpusArticle[],
  companies: readonly Company[],
  { name, version, names, news }: Judge,
): Map<string, Mention[]> {
  const copies = findCopies(articles)
  const finder = compileAliases(companies.map(toSubject))
  const mentions: Mention[] = []
  for (const article of articles) {
    const spans = finder.find(article.title)
    const firsts = [...Map.groupBy(spans, ({ subjectId }) => subjectId).values()].map(([first]) => first!)
    for (const span of firsts) {
      const { subjectId, start, end } = span
      const copyOf = copies.get(article.id)
      const target = { text: article.title, start, end }
      const { pCompany, probabilities, role, risks } = news.judgeTitle({
        text: article.title,
        company: span,
        others: spans.filter((other) => other.subjectId !== subjectId),
        year: new Date(article.publishedAt).getUTCFullYear(),
        language: 'en',
      })
      mentions.push({
        articleId: article.id,
        subjectId,
        publishedAt: article.publishedAt,
        host: article.host,
        outlet: article.outlet,
        title: article.title,
        start,
        end,
        pCompany: Math.min(names.judge(target, { spelling: span.alias }).pCompany, pCompany),
        role,
        probabilities,
        provider: name,
        providerVersion: version,
        ...(copyOf === undefined ? {} : { copyOf }),
        risks,
      })
    }
  }
  return Map.groupBy(inOrder(mentions), ({ subjectId }) => subjectId)
}

/** As an operator would enter them: names that are also words count only as they are written. */
const toSubject = ({ id, aliases }: Company) => ({
  id,
  aliases: aliases.map((text) => ({ text, caseSensitive: true })),
})
