/** What is said of a company, as agents are offered it. Headlines, outlets and addresses are text of strangers. */
import type { Tool } from '@service/foundation/mcp/mcp.ts'
import Type from 'typebox'
import type { Alert } from './alert-responses.ts'
import type { Article } from './article-responses.ts'
import type { SentimentSeries } from './read-sentiment.ts'
import type { ReputationResponse } from './reputation-responses.ts'

const untrusted = ['title', 'source', 'url', 'because']
const limit = { description: 'How many at most.', default: 20, maximum: 50 }

export const listAlertsTool: Tool = {
  name: 'list_alerts',
  title: 'List alerts',
  description: 'Lists the alerts of the last seven days: grave or negative news about the company, newest first.',
  effect: 'reads',
  takes: { severity: true, since: true, group: 'story: one alert of each story.', limit, cursor: true },
  untrusted,
  omits: ['articlesPath', 'subject'],
  says: ({ alerts, nextCursor }: { alerts: Alert[]; nextCursor: string | null }) => {
    if (alerts.length === 0) return 'There are no alerts.'
    const critical = alerts.filter(({ severity }) => severity === 'critical').length
    const stories = new Set(alerts.map(({ story }) => story)).size
    return `${alerts.length} alerts of ${stories} stories, ${critical} of them critical.${nextCursor === null ? '' : ' There are more.'}`
  },
}

export const listArticlesTool: Tool = {
  name: 'list_articles',
  title: 'List articles',
  description: 'Lists the articles that figures are made of, newest first, each with its tone and its risks.',
  effect: 'reads',
  takes: { from: true, to: true, story: true, tone: true, category: true, limit, cursor: true },
  always: { counted: true },
  untrusted,
  omits: ['articlesPath', 'subject', 'words', 'probabilities', 'judge', 'alert', 'pCompany', 'counted', 'judged'],
  says: ({ articles, nextCursor }: { articles: Article[]; nextCursor: string | null }) => {
    const negative = articles.filter(({ tone }) => tone === 'negative').length
    return `${articles.length} articles, ${negative} of them negative.${nextCursor === null ? '' : ' There are more.'}`
  },
}

export const getReputationTool: Tool = {
  name: 'get_reputation',
  title: 'Get the reputation score',
  description: 'Tells the score of the company from 0 to 100, its eight pillars and thirty days of history.',
  effect: 'reads',
  untrusted,
  omits: ['articlesPath', 'unjudgedPath', 'drivers', 'subject'],
  says: ({ company, score, pillars, sample }: ReputationResponse) => {
    const missing = pillars.filter(({ status }) => status === 'unavailable').map(({ pillar }) => pillar)
    const sentences = [
      `The score of ${JSON.stringify(company.name)} is ${score.value} on ${score.date}, with ${score.confidence} confidence.`,
      ...pillars
        .filter(({ status }) => status !== 'unavailable')
        .map(({ pillar, score, contribution }) => `${pillar}: ${score}, which adds ${contribution} points.`),
    ]
    if (missing.length > 0) sentences.push(`Not measured: ${missing.join(', ')}.`)
    if (sample) sentences.push('The articles are a sample of 2014.')
    return sentences.join(' ')
  },
}

type Change = { days: number; change: number | null; pillars: ReputationResponse['pillars'] }

export const explainChangeTool: Tool = {
  name: 'explain_change',
  title: 'Explain a change of the score',
  description:
    'Explains how the score changed in 7 or 30 days: by pillar, adding up to the change, with the articles behind it.',
  effect: 'reads',
  own: { days: Type.Integer({ enum: [7, 30] }) },
  untrusted,
  read: {
    fields: {
      days: Type.Integer(),
      score: Type.Number(),
      date: Type.String(),
      change: Type.Unsafe({ type: ['number', 'null'] }),
      pillars: Type.Array(
        Type.Object({
          pillar: Type.String(),
          change: Type.Unsafe({ type: ['number', 'null'] }),
          contribution: Type.Number(),
          drivers: Type.Array(
            Type.Object({
              title: Type.String(),
              source: Type.String(),
              url: Type.String(),
              publishedAt: Type.String(),
              sentimentScore: Type.Number(),
            }),
          ),
        }),
      ),
    },
    from: (text, { days }) => changeOf(JSON.parse(text) as ReputationResponse, days === 7 ? 7 : 30),
  },
  says: ({
    days,
    change,
    pillars,
  }: Omit<Change, 'pillars'> & { pillars: { pillar: string; change: number | null }[] }) => {
    if (change === null) return `There was no score ${days} days ago, so there is no change to explain.`
    const moved = pillars.filter((one) => one.change !== null && one.change !== 0)
    const parts = moved.map((one) => `${one.pillar} ${signed(one.change ?? 0)}`)
    const sum = parts.length > 0 ? `: ${parts.join(', ')}, which add up to it` : '; no pillar moved'
    return `In ${days} days the score changed by ${signed(change)} points${sum}.`
  },
}

/** The pillars that moved most first, and articles of those alone that moved. */
function changeOf({ score, pillars }: ReputationResponse, days: 7 | 30): object {
  const key = days === 7 ? 'change7d' : 'change30d'
  const moved = [...pillars].sort((a, b) => Math.abs(b[key] ?? 0) - Math.abs(a[key] ?? 0))
  return {
    days,
    score: score.value,
    date: score.date,
    change: score[key],
    pillars: moved.map((one) => ({
      pillar: one.pillar,
      change: one[key],
      contribution: one.contribution,
      drivers: one[key] ? one.drivers.map(({ originalPublishedAt: _, articleId: __, ...driver }) => driver) : [],
    })),
  }
}

const signed = (points: number): string => (points > 0 ? `+${points}` : String(points).replace('-', '−'))

export const getSentimentTool: Tool = {
  name: 'get_sentiment',
  title: 'Get the daily sentiment',
  description: 'Tells the sentiment of the news day by day, from −1 to 1, with counts of articles.',
  effect: 'reads',
  takes: { days: true, from: true, to: true },
  omits: ['articlesPath', 'unjudgedPath', 'subject'],
  says: ({ days }: Pick<SentimentSeries, 'days'>) => {
    const scored = days.filter(({ averageScore }) => averageScore !== null)
    const [worst] = [...scored].sort((a, b) => (a.averageScore ?? 0) - (b.averageScore ?? 0))
    if (!worst) return `There was no news that is judged in these ${days.length} days.`
    return `${scored.length} of ${days.length} days have news. The most negative is ${worst.date}, with ${worst.averageScore}.`
  },
}
