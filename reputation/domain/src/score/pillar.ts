export const pillars = [
  'sentiment',
  'ai_visibility',
  'volume',
  'authority',
  'innovation',
  'performance',
  'purpose',
  'share_of_voice',
] as const
export type Pillar = (typeof pillars)[number]

export type PillarValue = {
  pillar: Pillar
  /** 0 to 100; null where it cannot be measured. */
  score: number | null
  /** `estimated`: so few mentions that the assumed ones outweigh them. */
  status: 'ok' | 'estimated' | 'unavailable'
  reason?: string
  /** Mentions (or completions) that it rests on. */
  sampleSize: number
  /** For AI visibility alone: the share of the completions that name the company, with its 95 % interval. */
  presence?: Presence
}

export type Presence = { share: number; low: number; high: number }
