/** Only days with news. */
export type SentimentDay = {
  day: string
  articleCount: number
  positive: number
  neutral: number
  negative: number
  /** In [−1, 1]. */
  averageScore: number
}
