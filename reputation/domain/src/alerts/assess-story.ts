/**
 * How pressing a story is, and since when. Its mentions are taken one after the other as they were published, so that
 * every level has the moment at which its rule first held, and holds whatever is written later: a story never falls back.
 */

import { type AuthorityOverrides, authorityOf } from '../articles/articles.ts'
import { itemAt } from '../item-at/item-at.ts'
import { countsInFigures, type Mention, sentimentOf } from '../mentions/mentions.ts'
import type { RiskCategory } from '../risk/model/categories.ts'
import { dayOf } from '../series/model/day.ts'
import type { Story } from '../stories/stories.ts'
import { isAlarming, isHigher, type Level, type Severity } from './level.ts'
import { Reach } from './reach.ts'
import type { AlertSettings } from './settings.ts'
import type { TypicalReach } from './typical-reach.ts'

/** What held at the moment at which the story became so pressing. */
export type Rise = {
  level: Severity
  at: number
  /** The article of the mention that made it so. */
  articleId: string
  reach: number
  outlets: number
}

export type Assessment = {
  storyId: string
  subjectId: string
  level: Level
  category: RiskCategory
  /** Every category spoken of, the most spoken of first. */
  categories: RiskCategory[]
  /** The earliest headline among those of the best publisher; known as soon as the story alarms. */
  headline: Pick<Mention, 'articleId' | 'title' | 'outlet'>
  /** To high, to critical or both, in order; none where the story fires no alert. */
  rises: Rise[]
  reach: number
  outlets: number
  /** The mentions that speak of a risk, in order. */
  evidence: string[]
  /** Mean of P(positive) − P(negative) over the evidence, by what the publishers' words carry. */
  sentiment: number
}

/** Undefined for a story that speaks of no risk. */
export function assessStory(
  story: Story,
  usual: TypicalReach,
  settings: AlertSettings,
  overrides?: AuthorityOverrides,
): Assessment | undefined {
  const tally = new Tally(settings, overrides)
  const rises: Rise[] = []
  let level: Level | undefined
  for (const mention of story.mentions) {
    if (!countsInFigures(mention)) continue
    tally.add(mention)
    const now = tally.level(usual(dayOf(itemAt(story.mentions, 0).publishedAt)))
    if (!isHigher(now, level)) continue
    level = now
    if (isAlarming(now))
      rises.push({ level: now, at: mention.publishedAt, articleId: mention.articleId, ...tally.spread })
  }
  if (level === undefined) return undefined
  const [category, ...others] = tally.categories
  return {
    storyId: story.id,
    subjectId: story.subjectId,
    level,
    category: category!,
    categories: [category!, ...others],
    headline: headlineOf(tally.evidence, rises[0], overrides),
    rises,
    ...tally.spread,
    evidence: tally.evidence.map(({ articleId }) => articleId),
    sentiment: meanSentiment(tally.evidence, overrides),
  }
}

class Tally {
  readonly evidence: Mention[] = []
  readonly #settings: AlertSettings
  readonly #reach: Reach
  readonly #weights = new Map<RiskCategory, number>()
  #mentions = 0
  #serious = 0
  #grave = 0

  constructor(settings: AlertSettings, overrides: AuthorityOverrides | undefined) {
    this.#settings = settings
    this.#reach = new Reach(settings, overrides)
  }

  add(mention: Mention): void {
    this.#mentions++
    const strength: number = mention.risks[0]?.strength ?? 0
    if (strength === 0) return
    this.evidence.push(mention)
    for (const { category, strength } of mention.risks) {
      this.#weights.set(category, (this.#weights.get(category) ?? 0) + strength ** 2)
    }
    if (strength < 2) return
    this.#serious++
    if (strength === 3) this.#grave++
    this.#reach.add(mention)
  }

  /** Reach and outlets of what is of strength 2 or more. */
  get spread(): { reach: number; outlets: number } {
    return { reach: this.#reach.value, outlets: this.#reach.outlets }
  }

  get categories(): RiskCategory[] {
    return [...this.#weights].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([category]) => category)
  }

  level(typicalReach: number): Level | undefined {
    const { medium, high, critical, ubiquitous } = this.#settings
    const { reach, outlets } = this.spread
    if (this.evidence.length === 0) return undefined
    if (reach < medium.reach || outlets < medium.outlets) return 'low'
    const isWide = reach >= high.reach + high.perTypicalReach * typicalReach && outlets >= high.outlets
    if (!isWide || this.#serious < high.share * this.#mentions) return 'medium'
    const isGrave = this.#grave >= critical.graveShare * this.#serious
    const isEverywhere =
      reach >= critical.reach &&
      outlets >= critical.outlets &&
      this.#reach.firstTierOutlets >= critical.firstTierOutlets
    const isCritical = (isGrave && isEverywhere) || reach >= ubiquitous.reach
    return isCritical && this.#reach.owners >= critical.owners ? 'critical' : 'high'
  }
}

function headlineOf(
  evidence: readonly Mention[],
  rise: Rise | undefined,
  overrides: AuthorityOverrides | undefined,
): Assessment['headline'] {
  const known = rise ? evidence.filter(({ publishedAt }) => publishedAt <= rise.at) : evidence
  const serious = known.filter(({ risks }) => itemAt(risks, 0).strength >= 2)
  const best = (serious.length > 0 ? serious : known).reduce((best, mention) =>
    authorityOf(mention.host, overrides) > authorityOf(best.host, overrides) ? mention : best,
  )
  return { articleId: best.articleId, title: best.title, outlet: best.outlet }
}

function meanSentiment(evidence: readonly Mention[], overrides: AuthorityOverrides | undefined): number {
  let [sum, weights] = [0, 0]
  for (const mention of evidence) {
    const weight = authorityOf(mention.host, overrides)
    sum += weight * sentimentOf(mention)
    weights += weight
  }
  return sum / weights
}
