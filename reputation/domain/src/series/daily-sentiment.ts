/** The daily sentiment of a subject: every day has an entry, and a day without news has no average rather than a neutral one. */
import { concernsCompany, countsInFigures, labelOf, type Mention, sentimentOf } from '../mentions/mentions.ts'
import { type Day, dayOf, isoDay } from './model/day.ts'

export type SentimentDay = {
  date: string
  /** Unweighted mean of P(positive) − P(negative), in [−1, 1]. */
  averageScore: number | null
  articleCount: number
  positive: number
  neutral: number
  negative: number
  /** Articles about the subject in languages that are not judged, beside the others. */
  unjudged: number
}

/** From `from` to `to`, both included, oldest first. Copies count like any article: this is what was printed. */
export function dailySentiment(mentions: readonly Mention[], from: Day, to: Day): SentimentDay[] {
  const byDay = Map.groupBy(mentions.filter(concernsCompany), ({ publishedAt }) => dayOf(publishedAt))
  const days: SentimentDay[] = []
  for (let day = from; day <= to; day++) days.push(sentimentDay(day, byDay.get(day) ?? []))
  return days
}

function sentimentDay(day: Day, ofDay: readonly Mention[]): SentimentDay {
  const mentions = ofDay.filter(countsInFigures)
  const counts = { positive: 0, neutral: 0, negative: 0 }
  for (const mention of mentions) counts[labelOf(mention)]++
  return {
    date: isoDay(day),
    averageScore: mentions.length === 0 ? null : exactSum(mentions.map(sentimentOf)) / mentions.length,
    articleCount: mentions.length,
    ...counts,
    unjudged: ofDay.length - mentions.length,
  }
}

/** The order in which floats are added shows in the last bit; smallest first, it is the same for the same set. */
const exactSum = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b).reduce((sum, value) => sum + value, 0)
