/** How a list fares, as screenings, `/readyz` and metrics tell it. */
import type { ListId } from '@service/reputation-domain/lists/model/entry.ts'
import { publicReasons } from './model/refusal.ts'
import type { ListState, ListVersion } from './store.ts'

export type ListStatus = {
  list: ListId
  /** Whether it can be screened against. */
  loaded: boolean
  /** The authority's date of the newest file that says what we hold; null where its files bear none. */
  publishedAt: string | null
  /** When the list was last seen at its source, changed or not. */
  fetchedAt: string | null
  entries: number
  /** The last refresh failed, or there has been none for too long. */
  stale: boolean
  staleSince?: string
  /** For customers, too. */
  staleReason?: string
  sample?: true
}

/** Lists that have not been seen for this long are stale even if no refresh has failed: then none has run. */
const unseenAfterMs = 48 * 3600 * 1000

/**
 * `loaded` is the version that this process screens against, which lags behind `state` while a newer one is compiled:
 * dates are always those of the version that answers.
 */
export function listStatus(
  list: ListId,
  loaded: ListVersion | undefined,
  state: ListState | undefined,
  now: Date,
): ListStatus {
  const inStep = loaded !== undefined && state?.current?.id === loaded.id
  const fetchedAt = (inStep ? state.fetchedAt : loaded?.fetchedAt) ?? null
  const status = {
    list,
    loaded: loaded !== undefined,
    publishedAt: (inStep ? state.publishedAt : loaded?.publishedAt) ?? null,
    fetchedAt,
    entries: loaded?.entries ?? 0,
    ...(loaded?.sample && { sample: true as const }),
  }
  if (state?.stale)
    return { ...status, stale: true, staleSince: state.stale.since, staleReason: publicReasons[state.stale.code] }
  const unseenSince = fetchedAt === null ? undefined : Date.parse(fetchedAt) + unseenAfterMs
  if (unseenSince === undefined || now.getTime() <= unseenSince) return { ...status, stale: false }
  return {
    ...status,
    stale: true,
    staleSince: new Date(unseenSince).toISOString(),
    staleReason: loaded?.sample ? 'it is the bundled sample' : 'it has not been looked for at its source for two days',
  }
}
