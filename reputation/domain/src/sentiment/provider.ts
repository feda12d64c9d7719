/**
 * Who judges sentiment: our own model by default, or an adapter to another one. A score is stored with the provider's
 * name and version, and a series never mixes providers without a break of its methodology.
 */
import type { Label, Probabilities } from '../mentions/mentions.ts'
import type { TargetedText } from '../text-model/text-model.ts'

export type SentimentProvider = {
  name: string
  /** Changes with everything that may change a score. */
  version: string
  /** One judgement per text, in the same order. */
  score(texts: readonly TargetedText[]): Promise<Sentiment[]>
}

export type Sentiment = {
  probabilities: Probabilities
  label: Label
  /** The words that drove it, strongest first; empty where a provider cannot tell. */
  drivers: Driver[]
}

/** `text.slice(start, end)` moved the log-odds of positive against negative by `weight`. */
export type Driver = { word: string; start: number; end: number; weight: number }
