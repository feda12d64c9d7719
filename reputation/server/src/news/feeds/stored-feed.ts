import type { PollState } from './next-poll.ts'

/** A feed that is polled, and how its last poll went. */
export type StoredFeed = {
  id: string
  /** Whose articles it brings; undefined: everybody's. */
  companyId: string | undefined
  url: string
  /** False once its site has said that it is gone for good. */
  enabled: boolean
  /** Set by the operator for this feed. */
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
