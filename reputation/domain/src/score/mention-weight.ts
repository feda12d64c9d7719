import { type AuthorityOverrides, authorityOf } from '../articles/articles.ts'
import { itemAt } from '../item-at/item-at.ts'
import { type Mention, sentimentOf } from '../mentions/mentions.ts'
import type { ScoreSettings } from './settings.ts'

/** What a mention counts beside others, and what it says. */
export type Weighed = {
  mention: Mention
  /** By who publishes it, how prominent the company is in it, and whether it copies another. */
  weight: number
  /** 1 for an original; less for its copies. */
  copyShare: number
  authority: number
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
    const ceiling = itemAt(settings.riskCeiling, mention.risks[0]?.strength ?? 0)
    return {
      mention,
      weight: authority * prominence * copyShare,
      copyShare,
      authority,
      sentiment: Math.min(sentimentOf(mention), ceiling),
    }
  })
}
