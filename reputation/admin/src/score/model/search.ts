/** What of the score is chosen, as the address says it; a bad value falls back. */
import { isDate } from '../../news/model/date.ts'

/** Days back. */
export const spans = { '1d': 1, '7d': 7, '14d': 14, '30d': 30 } as const
export type Span = keyof typeof spans

export const pillarNames = [
  'sentiment',
  'performance',
  'purpose',
  'ai_visibility',
  'innovation',
  'authority',
  'share_of_voice',
  'volume',
] as const
export type PillarName = (typeof pillarNames)[number]

export type ScoreSearch = {
  /** Today unless given. */
  on?: string
  /** A week before unless given. */
  against?: Span
  /** Whose detail is open. */
  pillar?: PillarName
  /** The story without which the score is shown. */
  without?: string
}

export function readScoreSearch({ on, against, pillar, without }: Record<string, unknown>): ScoreSearch {
  const span = (Object.keys(spans) as Span[]).find((name) => name === against)
  const name = pillarNames.find((name) => name === pillar)
  return {
    ...(isDate(on) && { on }),
    ...(span && span !== '7d' && { against: span }),
    ...(name && { pillar: name }),
    ...(typeof without === 'string' && without !== '' && { without }),
  }
}

export function daysBefore(date: string, days: number): string {
  const at = new Date(date)
  at.setUTCDate(at.getUTCDate() - days)
  return at.toISOString().slice(0, 10)
}
