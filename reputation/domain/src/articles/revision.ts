/** Several versions of one article: which one counts, whatever order they arrive in. */

export type Revision = {
  title: string
  text?: string | undefined
  /** Credible claims of the source, in milliseconds since 1970. */
  published?: number | undefined
  updated?: number | undefined
  /** When this version was fetched; the rows of one import share it. */
  seen: number
}

/**
 * The version to show and to judge: the one said to be changed last, among equals the one fetched last, among those the
 * one whose words come last in order, so that two orders of arrival never end in two states.
 */
export function latest<R extends Revision>(one: R, other: R): R {
  const difference =
    changedAt(one) - changedAt(other) ||
    one.seen - other.seen ||
    compareTexts(one.title, other.title) ||
    compareTexts(one.text ?? '', other.text ?? '')
  return difference >= 0 ? one : other
}

/** An edit may move the date of publication; the article is as old as the oldest claim. */
export function firstPublished(revisions: readonly Revision[]): number | undefined {
  const claims = revisions.flatMap(({ published }) => published ?? [])
  return claims.length > 0 ? Math.min(...claims) : undefined
}

const changedAt = ({ updated, published }: Revision): number => Math.max(updated ?? 0, published ?? 0)
const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
