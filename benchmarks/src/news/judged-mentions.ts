/** From articles to judged mentions, as the service does it, in memory. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCopies } from '@service/reputation-domain/articles/copies.ts'
import {
  inOrder,
  type Mention,
  type MentionRole,
  type Probabilities,
} from '@service/reputation-domain/mentions/mention.ts'
import { tagRisks } from '@service/reputation-domain/risk/tag-risks.ts'
import { openSentimentModel } from '@service/reputation-domain/sentiment/own-model.ts'
import type { Company, CorpusArticle } from './corpus.ts'

/** What the later stages need to know of a mention. */
export type Judgement = { pCompany: number; role: MentionRole; probabilities: Probabilities }
export type Judge = (text: string, company: Company, start: number, end: number) => Judgement

const models = join(import.meta.dirname, '../../../reputation/server/models')

export function openJudge(): { name: string; version: string; judge: Judge } {
  const model = openSentimentModel(readFileSync(join(models, 'sentiment.bin')))
  return {
    name: model.name,
    version: model.version,
    judge: (text, { sector }, start, end) => ({
      pCompany: 1,
      role: sector === 'finance' && opinion.test(text) ? 'source' : 'subject',
      probabilities: model.probabilities({ text, start, end }),
    }),
  }
}

const opinion =
  /\b(?:ratings?|price target|reiterate[sd]?|reaffirm\w*|upgrade[sd]?|downgrade[sd]?|outperform|overweight|analysts?)\b/i

/** The mentions of each company, in order. */
export function judgedMentions(
  articles: readonly CorpusArticle[],
  companies: readonly Company[],
  { name, version, judge }: ReturnType<typeof openJudge>,
): Map<string, Mention[]> {
  const copies = findCopies(articles)
  const aliases = companies.map((company) => ({ company, pattern: patternOf(company) }))
  const mentions: Mention[] = []
  for (const article of articles) {
    const spans = aliases.flatMap(({ company, pattern }) => {
      const match = pattern.exec(article.title)
      return match ? [{ company, start: match.index, end: match.index + match[0].length }] : []
    })
    for (const span of spans) {
      const { company, start, end } = span
      const copyOf = copies.get(article.id)
      mentions.push({
        articleId: article.id,
        subjectId: company.id,
        publishedAt: article.publishedAt,
        host: article.host,
        outlet: article.outlet,
        title: article.title,
        start,
        end,
        ...judge(article.title, company, start, end),
        provider: name,
        providerVersion: version,
        ...(copyOf === undefined ? {} : { copyOf }),
        risks: tagRisks({
          text: article.title,
          company: span,
          others: spans.filter((other) => other !== span),
          year: new Date(article.publishedAt).getUTCFullYear(),
        }),
      })
    }
  }
  return Map.groupBy(inOrder(mentions), ({ subjectId }) => subjectId)
}

function patternOf({ aliases }: Company): RegExp {
  const longestFirst = [...aliases].sort((a, b) => b.length - a.length)
  const escaped = longestFirst.map((alias) => alias.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`(?<!\\w)(?:${escaped.join('|')})(?!\\w)`)
}
