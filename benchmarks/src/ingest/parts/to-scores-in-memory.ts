/** From rows of an import to the figures of all companies, without a database: what the computing itself takes. */

import { dayOf } from '@service/reputation-domain/series/model/day.ts'
import { makeArticleAnalysis } from '@service/reputation-server/news/analysis/analyse-article.ts'
import { readModels } from '@service/reputation-server/news/analysis/models.ts'
import { computeFigures } from '@service/reputation-server/news/figures/compute-figures.ts'
import { computeSubjectDays } from '@service/reputation-server/news/figures/compute-subject-days.ts'
import { collectRows, slicesOf } from '@service/reputation-server/news/imports/collect-rows.ts'
import { keysOf, planIntake } from '@service/reputation-server/news/intake/plan-intake.ts'
import { incomingArticle } from '@service/reputation-server/news/model/incoming-article.ts'
import type { StoredArticle } from '@service/reputation-server/news/model/stored-article.ts'
import type { Section } from '../../harness/bench.ts'
import { type CorpusCompany, subjectOf, upToYesterday } from '../corpus-subjects.ts'
import { stopwatch } from '../stopwatch.ts'

const batchSize = 500

export async function toScoresInMemory(news: Buffer, companies: readonly CorpusCompany[]): Promise<Section> {
  const now = new Date()
  const shifted = upToYesterday(news, now)
  const models = readModels()
  const subjects = companies.map((company) => subjectOf(company, now))

  const all = stopwatch()
  const { rows } = await collectRows(slicesOf(shifted), { format: 'ndjson', now })
  const articles = storedArticles(
    rows.flatMap((row) => incomingArticle(row, now) ?? []),
    now,
  )
  const analysing = stopwatch()
  const analysis = makeArticleAnalysis(models, subjects)
  const mentions = articles.flatMap((article) => analysis.mentionsIn(article))
  const analyseSeconds = analysing()
  const computing = stopwatch()
  const alerts = figuresOfAll(
    articles,
    Map.groupBy(mentions, ({ subjectId }) => subjectId),
    subjects,
    now,
  )
  const computeSeconds = computing()
  const seconds = all()

  const n = rows.length
  return {
    title: 'Articles to scores, in memory',
    figures: [
      { name: 'articles per second from import to scores', group: 'in memory', value: n / seconds, unit: '1/s', n },
      { name: 'articles analysed', group: 'in memory', value: articles.length / analyseSeconds, unit: '1/s', n },
      { name: 'mentions to figures', group: 'in memory', value: mentions.length / computeSeconds, unit: '1/s', n },
    ],
    notes: [
      `${mentions.length} mentions, ${alerts} alerts of ${companies.length} companies; by processor time, one thread.`,
    ],
  }

  function storedArticles(incoming: Parameters<typeof planIntake>[1], seenAt: Date): StoredArticle[] {
    const origin = { owner: '', source: 'import', seenAt }
    const idByKey = new Map<string, string>()
    const byId = new Map<string, StoredArticle>()
    for (let at = 0; at < incoming.length; at += batchSize) {
      const batch = incoming.slice(at, at + batchSize)
      const plan = planIntake(origin, batch, keysOf('import', batch), { byId, idByKey })
      for (const article of plan.articles) byId.set(article.id, article)
      for (const { key, articleId } of plan.keys) idByKey.set(key, articleId)
    }
    return [...byId.values()]
  }

  function figuresOfAll(
    articles: readonly StoredArticle[],
    mentions: ReadonlyMap<string, ReturnType<typeof analysis.mentionsIn>>,
    subjects: readonly { id: string; sector: string }[],
    now: Date,
  ): number {
    const observed = [...new Set(articles.map(({ publishedAt }) => dayOf(publishedAt)))].sort((a, b) => a - b)
    const sums = new Map(subjects.map(({ id }) => [id, computeSubjectDays(mentions.get(id) ?? [], 0)]))
    return subjects.reduce((alerts, { id, sector }) => {
      const peers = subjects.filter((other) => other.sector === sector && other.id !== id)
      const figures = computeFigures(mentions.get(id) ?? [], {
        now: now.getTime(),
        fromDay: 0,
        threshold: 0.75,
        observed,
        own: sums.get(id)!,
        peers: peers.map((peer) => sums.get(peer.id)!),
        announced: [],
        announcedDrops: [],
        provider: models.provider,
      })
      return alerts + figures.alerts.length
    }, 0)
  }
}
