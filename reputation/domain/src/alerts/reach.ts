/** How far a story has spread: the sum of what its publishers' words carry, each site once and copies for less. */
import { type AuthorityOverrides, authorityOf, mediaGroupOf, siteOf } from '../articles/articles.ts'
import type { Mention } from '../mentions/mentions.ts'
import type { AlertSettings } from './settings.ts'

export class Reach {
  readonly #settings: AlertSettings
  readonly #overrides: AuthorityOverrides | undefined
  readonly #bySite = new Map<string, number>()
  readonly #groups = new Set<string>()
  #sum = 0
  #firstTier = 0

  constructor(settings: AlertSettings, overrides?: AuthorityOverrides) {
    this.#settings = settings
    this.#overrides = overrides
  }

  add(mention: Pick<Mention, 'host' | 'copyOf'>): void {
    const authority = authorityOf(mention.host, this.#overrides)
    const weight = mention.copyOf === undefined ? authority : authority * this.#settings.copyWeight
    const site = siteOf(mention.host)
    const known = this.#bySite.get(site) ?? 0
    if (weight <= known) return
    this.#bySite.set(site, weight)
    this.#groups.add(mediaGroupOf(mention.host))
    this.#sum += weight - known
    const first = this.#settings.firstTier
    if (weight >= first && known < first) this.#firstTier++
  }

  get value(): number {
    return this.#sum
  }

  get outlets(): number {
    return this.#bySite.size
  }

  /** Outlets of one media group count once. */
  get owners(): number {
    return this.#groups.size
  }

  get firstTierOutlets(): number {
    return this.#firstTier
  }
}
