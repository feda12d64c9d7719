/**
 * Which observations are of one article. An article that comes again, through the same feed or another, is found by what
 * identifies it, the strongest first: its id within the feed, its address, its text. Found means updated; an edit never
 * makes a second article.
 */
import type { CanonicalUrl } from './canonical-url.ts'
import { siteOf } from './site.ts'

/** One item of one reading of a feed, or one row of an import. */
export type Observation = {
  /** The feed's id of the item, or the row's id in the import. */
  guid?: string | undefined
  url?: CanonicalUrl | undefined
  title: string
  lead?: string | undefined
  /** As the source claims, where it does. */
  published?: number | undefined
}

/**
 * The keys of each observation of one document, strongest first. Keys are texts of any length; a store may
 * hash them. `source` is the feed or import, within which a GUID means something.
 *
 * Ids and addresses that a document gives to different things identify none of them: feeds have been seen that give
 * every item the id of the channel, or the address of the home page.
 */
export function identityKeys(source: string, observations: readonly Observation[]): string[][] {
  const guids = ambiguous(observations, ({ guid }) => guid)
  const addresses = ambiguous(observations, ({ url }) => url?.key)
  return observations.map((observation) => {
    const { guid, url } = observation
    const keys = [textKey(observation)]
    if (url && !isHomePage(url) && !addresses.has(url.key)) keys.unshift(`url ${url.key}`)
    if (guid && !isPosition(guid) && !guids.has(guid)) keys.unshift(`guid ${source} ${guid}`)
    return keys
  })
}

/** The article that an observation is of; `known` finds the article of a key. */
export function identify<Id>(keys: readonly string[], known: (key: string) => Id | undefined): Id | undefined {
  for (const key of keys) {
    const id = known(key)
    if (id !== undefined) return id
  }
  return undefined
}

/** Same site, same words, same time claimed: for items whose id and address both changed, or that have neither. */
function textKey({ title, lead, url, published }: Observation): string {
  const site = url ? siteOf(url.host) : ''
  return ['text', site, published ?? '', folded(title), folded(lead ?? '').slice(0, leadLength)].join(' ')
}

const leadLength = 300
const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** `example.org`, without a path or a query: where everything a site publishes can be found. */
const isHomePage = ({ key }: CanonicalUrl): boolean => !/[/?#]/.test(key)

/** Programs that number the items of each reading from 1 mean other articles every time. */
const isPosition = (guid: string): boolean => /^\d{1,3}$/.test(guid.trim())

/** The values that items of different titles share, unless their other identity says that they are one. */
function ambiguous(
  observations: readonly Observation[],
  mark: (observation: Observation) => string | undefined,
): Set<string> {
  const first = new Map<string, Observation>()
  const shared = new Set<string>()
  for (const observation of observations) {
    const value = mark(observation)
    if (value === undefined) continue
    const other = first.get(value)
    if (!other) first.set(value, observation)
    else if (areDifferent(observation, other)) shared.add(value)
  }
  return shared
}

function areDifferent(one: Observation, other: Observation): boolean {
  const sameId = one.guid !== undefined && one.guid === other.guid
  const sameAddress = one.url !== undefined && one.url.key === other.url?.key
  return !(sameId && sameAddress) && folded(one.title) !== folded(other.title)
}
