/**
 * How visible a company is in the completions of language models to a sector's questions, from completions that are stored whole,
 * so that every figure can be derived again. Without enough of them there is no figure.
 */
import type { PillarValue } from './pillar.ts'
import type { ScoreSettings } from './settings.ts'
import { wilsonInterval } from './wilson.ts'

/** One stored completion, read for one company. */
export type Completion = {
  /** Mentions of the company in the completion. */
  ownMentions: number
  /** Mentions of all companies tracked in the sector, this one included. */
  trackedMentions: number
  /** P(positive) − P(negative) towards the company; absent where it is not mentioned. */
  sentiment?: number
}

/** `completions` are those of the last 30 days; `undefined` where no provider is configured and none were imported. */
export function aiVisibility(completions: readonly Completion[] | undefined, settings: ScoreSettings): PillarValue {
  const unavailable = {
    pillar: 'ai_visibility',
    score: null,
    status: 'unavailable',
    sampleSize: completions?.length ?? 0,
  } as const
  if (!completions) return { ...unavailable, reason: 'no_provider_configured' }
  const { minCompletions, presence, share, tone } = settings.aiVisibility
  if (completions.length < minCompletions) return { ...unavailable, reason: 'too_few_answers' }
  const hits = completions.filter(({ ownMentions }) => ownMentions > 0)
  const own = completions.reduce((sum, { ownMentions }) => sum + ownMentions, 0)
  const tracked = completions.reduce((sum, { trackedMentions }) => sum + trackedMentions, 0)
  const sentiments = hits.flatMap(({ sentiment }) => sentiment ?? [])
  const meanSentiment =
    sentiments.length === 0 ? 0 : sentiments.reduce((sum, sentiment) => sum + sentiment, 0) / sentiments.length
  const smoothed = (hits.length + 1) / (completions.length + 2)
  return {
    pillar: 'ai_visibility',
    score: 100 * (presence * smoothed + share * (tracked === 0 ? 0 : own / tracked) + (tone * (1 + meanSentiment)) / 2),
    status: 'ok',
    sampleSize: completions.length,
    presence: { share: hits.length / completions.length, ...wilsonInterval(hits.length, completions.length) },
  }
}
