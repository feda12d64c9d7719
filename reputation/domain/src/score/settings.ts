/** Every number that the score rests on. docs/reputation.md says why; a change makes a new methodology version. */
import type { Pillar } from './pillar.ts'

export const scoreSettings = {
  windowDays: 30,
  weights: {
    sentiment: 32,
    performance: 13,
    purpose: 13,
    ai_visibility: 10,
    innovation: 9,
    authority: 9,
    share_of_voice: 9,
    volume: 5,
  } satisfies Record<Pillar, number>,
  /** Days of the calendar after which a mention counts half. */
  halfLifeDays: { sentiment: 7, performance: 7, innovation: 7, purpose: 7 },
  /** Mentions of neutral tone that are assumed before the first real one. */
  pseudoMentions: 50,
  /** How steeply the mean moves the pillar: 50 + 50 tanh(steepness × mean), above 0 and below. Praise is written more soberly than blame. */
  steepness: { up: 3, down: 2 },
  /** What a mention's sentiment is at most where it speaks of a risk of strength 1, 2 or 3, in whatever tone. */
  riskCeiling: [1, 0.5, -0.5, -1],
  /** How many times a mention counts in the pillars of tone where it speaks of a risk of strength 1, 2 or 3. */
  riskWeight: [1, 1, 1, 4],
  /** What a mention in passing counts of one that is about the company. */
  passing: 0.5,
  copies: { each: 0.3, maxPerDay: 3 },
  /** Mentions a day that make a volume of 100. */
  referenceVolume: 20,
  /** Authority assumed before the first mention. */
  assumedAuthority: 0.5,
  confidence: { medium: 10, high: 50 },
  aiVisibility: { minCompletions: 30, presence: 0.6, share: 0.25, tone: 0.15 },
  drop: { days: 7, minPoints: 5, restDays: 7, maxAgeMs: 48 * 3_600_000 },
}
export type ScoreSettings = typeof scoreSettings
