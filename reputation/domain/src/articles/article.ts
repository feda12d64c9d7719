/**
 * One piece of news, as everything behind the intake sees it. Figures are a pure function of the set of articles, and
 * wherever they must be taken one after the other it is `inOrder`: when an article reached us never matters.
 */
export type Article = {
  id: string
  /** Milliseconds since 1970, UTC. */
  publishedAt: number
  /** When we first saw it; equally in milliseconds. */
  fetchedAt: number
  title: string
  /** The article or its lead, plain; absent where only the title is known. */
  text?: string
  /** Canonical: see `canonical-url.ts`. */
  url: string
  /** The host of the canonical address. */
  host: string
  /** The publisher's name for readers; never an aggregator's. */
  outlet: string
  /** As its source declares it, a language tag. */
  language?: string
}

/** By time of publication; ties by id, so that the order is total. */
export function inOrder(one: Pick<Article, 'id' | 'publishedAt'>, other: Pick<Article, 'id' | 'publishedAt'>): number {
  return one.publishedAt - other.publishedAt || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)
}
