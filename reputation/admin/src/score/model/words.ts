/** Pillars in words. */
import type { Output } from '../../api/api.ts'

export type Explanation = Output<'explainScore'>
export type ExplainedPillar = Explanation['pillars'][number]

const words: Record<string, string> = {
  sentiment: 'Sentiment',
  performance: 'Performance',
  purpose: 'Purpose',
  ai_visibility: 'AI visibility',
  innovation: 'Innovation',
  authority: 'Authority',
  share_of_voice: 'Share of voice',
  volume: 'Volume',
}

export const pillarWords = (pillar: string): string => words[pillar] ?? pillar

const reasons = new Map([
  ['no_provider_configured', 'No language model is asked, and no completions were imported.'],
  ['too_few_answers', 'There are fewer than 30 completions of language models.'],
  ['no_peers_configured', 'No peers are followed.'],
])

export const reasonWords = (reason: string | undefined): string =>
  reason === undefined ? '' : (reasons.get(reason) ?? reason)
