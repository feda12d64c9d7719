import { type AuthorityOverrides, authorityOf } from '../articles/articles.ts'
import { itemAt } from '../item-at/item-at.ts'
import { labelOf, type Mention, sentimentOf } from '../mentions/mentions.ts'
import type { ScoreSettings } from './settings.ts'

/** What a mention counts beside others, and what it says. */
export type Weighed = {
  mention: Mention
  /** By who publishes it, how prominent the company is in it, how grave it is, and whether it copies another. */
  weight: number
  /** 1 for an original; less for its copies. */
  copyShare: number
  authority: number
  /** Neither negative in tone nor about a risk of strength 2 or 3. */
  isCalm: boolean
  /** P(positive) − P(negative), or less where it speaks of a risk; in [−1, 1]. */
  sentiment: number
}

/**
 * The mentions of one day, in order, weighed. A text printed a hundred times is one voice and a little more: its copies
 * count less, and together no more than a few.
 */
export function weighDay(
  mentions: readonly Mention[],
  settings: ScoreSettings,
  overrides?: AuthorityOverrides,
): Weighed[] {
  const counted = new Map<string, number>()
  return mentions.map((mention) => {
    const text = mention.copyOf ?? mention.articleId
    const before = counted.get(text) ?? 0
    const copyShare = Math.min(
      mention.copyOf === undefined ? 1 : settings.copies.each,
      Math.max(0, settings.copies.maxPerDay - before),
    )
    counted.set(text, before + copyShare)
    const authority = authorityOf(mention.host, overrides)
    const prominence = mention.role === 'passing' ? settings.passing : 1
    const strength = mention.risks[0]?.strength ?? 0
    const sentiment = Math.min(sentimentOf(mention), itemAt(settings.riskCeiling, strength))
    return {
      mention,
      weight: authority * prominence * copyShare * itemAt(settings.riskWeight, strength),
      copyShare,
      authority,
      sentiment,
      isCalm: labelOf(mention) !== 'negative' && strength < 2,
    }
  })
}

/**
 * The part of a day's calm mentions that the others leave: 1 where nothing bad is reported, 0 where that is at least as
 * much. In the middle of a crisis many headlines are neutral in tone; to be talked about so is no merit.
 */
export function calmPart(day: readonly Weighed[]): number {
  let [calm, others] = [0, 0]
  for (const { isCalm, copyShare } of day) {
    if (isCalm) calm += copyShare
    else others += copyShare
  }
  return calm === 0 ? 0 : Math.max(0, calm - others) / calm
}
