/** Word lists that judge a text as a whole, for any target, with the thresholds that their authors name. */
import Afinn from 'sentiment'
import { SentimentIntensityAnalyzer } from 'vader-sentiment'
import type { Label } from './labelled-files.ts'

export type Baseline = { name: string; label(text: string): Label }

const afinn = new Afinn()

const labelOf = (score: number, threshold: number): Label =>
  score >= threshold ? 'positive' : score <= -threshold ? 'negative' : 'neutral'

export const baselines: readonly Baseline[] = [
  { name: 'VADER', label: (text) => labelOf(SentimentIntensityAnalyzer.polarity_scores(text).compound, 0.05) },
  { name: 'AFINN', label: (text) => labelOf(afinn.analyze(text).score, 1) },
]
