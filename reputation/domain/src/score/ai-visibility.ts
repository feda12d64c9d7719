/**
 * How visible a company is in the answers of language models to a sector's questions, from answers that are stored whole,
 * so that every figure can be derived again. Without enough of them there is no figure.
 */
import type { PillarValue } from './pillar.ts'
import type { ScoreSettings } from './settings.ts'
import { wilsonInterval } from './wilson.ts'

/** One stored answer, read for one company. */
export type Answer = {
  /** Of the company in the answer. */
  ownMentions: number
  /** Of all companies tracked in the sector, this one included. */
  trackedMentions: number
  /** P(positive) − P(negative) towards the company; absent where it is not mentioned. */
  sentiment?: number
}

/** `answers` are those of the last 30 days; `undefined` where no provider is configured and none were imported. */
export function aiVisibility(answers: readonly Answer[] | undefined, settings: ScoreSettings): PillarValue {
  const unavailable = {
    pillar: 'ai_visibility',
    score: null,
    status: 'unavailable',
    sampleSize: answers?.length ?? 0,
  } as const
  if (!answers) return { ...unavailable, reason: 'no_provider_configured' }
  const { leastAnswers, presence, share, tone } = settings.aiVisibility
  if (answers.length < leastAnswers) return { ...unavailable, reason: 'too_few_answers' }
  const hits = answers.filter(({ ownMentions }) => ownMentions > 0)
  const own = answers.reduce((sum, { ownMentions }) => sum + ownMentions, 0)
  const tracked = answers.reduce((sum, { trackedMentions }) => sum + trackedMentions, 0)
  const sentiments = hits.flatMap(({ sentiment }) => sentiment ?? [])
  const meanSentiment =
    sentiments.length === 0 ? 0 : sentiments.reduce((sum, sentiment) => sum + sentiment, 0) / sentiments.length
  const smoothed = (hits.length + 1) / (answers.length + 2)
  return {
    pillar: 'ai_visibility',
    score: 100 * (presence * smoothed + share * (tracked === 0 ? 0 : own / tracked) + (tone * (1 + meanSentiment)) / 2),
    status: 'ok',
    sampleSize: answers.length,
    presence: { share: hits.length / answers.length, ...wilsonInterval(hits.length, answers.length) },
  }
}
