/** Only days with news. */
export type SentimentDay = {
  day: string
  articleCount: number
  positive: number
  neutral: number
  negative: number
  /** In languages that are not judged, beside the others. */
  unjudged: number
  /** In [−1, 1]; null where there are none but those. */
  averageScore: number | null
}
