declare module 'vader-sentiment' {
  export const SentimentIntensityAnalyzer: {
    /** `compound` is in [−1, 1]. */
    polarity_scores(text: string): { neg: number; neu: number; pos: number; compound: number }
  }
}
