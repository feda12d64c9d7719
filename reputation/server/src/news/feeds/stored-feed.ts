import type { PollState } from './next-poll.ts'

export const feedKinds = ['feed', 'gdelt'] as const
export type FeedKind = (typeof feedKinds)[number]

/** A feed that is polled, and how its last poll went. */
export type StoredFeed = {
  id: string
  /** Whose articles it brings; undefined: everybody's. */
  companyId: string | undefined
  /** How it is asked and read. */
  kind: FeedKind
  url: string
  /** What people call it. */
  name: string | undefined
  /** False once its site has said that it is gone for good, or somebody has switched it off. */
  enabled: boolean
  /** Set for this feed, by the operator or its company. */
  everyMs: number | undefined
  /** Whether the text of its articles is fetched from their pages. */
  fetchText: boolean
  state: PollState
  nextPollAt: Date
  polledAt: Date | undefined
  outcome: string | undefined
  reason: string | undefined
  createdAt: Date
}
