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
import { levelOf, type Spread } from './level-rule.ts'
import { Reach } from './reach.ts'
import type { AlertSettings } from './settings.ts'
import type { TypicalReach } from './typical-reach.ts'

/** A level, and what held at the moment at which the story reached it. */
export type Step = {
  level: Level
  at: number
  /** The article of the mention that made it so. */
  articleId: string
  spread: Spread
}

/** A step to a level of which an alert is made. */
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
  /** Every level that it has reached, in order. */
  steps: Step[]
  /** To high, to critical or both, in order; none where the story fires no alert. */
  rises: Rise[]
  /** All that the level depends on, with every mention. */
  spread: Spread
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
  const first = story.mentions[0]
  if (!first) return undefined
  const tally = new Tally(usual(dayOf(first.publishedAt)), settings, overrides)
  const steps: Step[] = []
  let level: Level | undefined
  for (const mention of story.mentions) {
    if (!countsInFigures(mention)) continue
    tally.add(mention)
    const now = tally.level
    if (now === undefined || !isHigher(now, level)) continue
    level = now
    steps.push({ level: now, at: mention.publishedAt, articleId: mention.articleId, spread: tally.spread })
  }
  if (level === undefined) return undefined
  const [category, ...others] = tally.categories
  const rises = steps.flatMap(risesOf)
  const { spread } = tally
  return {
    storyId: story.id,
    subjectId: story.subjectId,
    level,
    category: category!,
    categories: [category!, ...others],
    headline: headlineOf(tally.evidence, rises[0], overrides),
    steps,
    rises,
    spread,
    reach: spread.reach,
    outlets: spread.outlets,
    evidence: tally.evidence.map(({ articleId }) => articleId),
    sentiment: meanSentiment(tally.evidence, overrides),
  }
}

const risesOf = ({ level, at, articleId, spread: { reach, outlets } }: Step): Rise[] =>
  isAlarming(level) ? [{ level, at, articleId, reach, outlets }] : []

class Tally {
  readonly evidence: Mention[] = []
  readonly #typicalReach: number
  readonly #settings: AlertSettings
  readonly #reach: Reach
  readonly #weights = new Map<RiskCategory, number>()
  #mentions = 0
  #serious = 0
  #grave = 0

  constructor(typicalReach: number, settings: AlertSettings, overrides: AuthorityOverrides | undefined) {
    this.#typicalReach = typicalReach
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

  get spread(): Spread {
    const { value: reach, outlets, firstTierOutlets, owners } = this.#reach
    const [mentions, serious, grave] = [this.#mentions, this.#serious, this.#grave]
    return { reach, outlets, firstTierOutlets, owners, mentions, serious, grave, typicalReach: this.#typicalReach }
  }

  get categories(): RiskCategory[] {
    return [...this.#weights].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([category]) => category)
  }

  /** Undefined as long as nothing speaks of a risk. */
  get level(): Level | undefined {
    return this.evidence.length === 0 ? undefined : levelOf(this.spread, this.#settings)
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
