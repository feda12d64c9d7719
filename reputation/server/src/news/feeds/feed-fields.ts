/** What is set of a feed: its bounds, and how an audit event shows it. */
import type { Fields } from '@service/foundation/audit/model/audit-event.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import { isOperator } from '@service/foundation/identity/model/administrator.ts'
import type { InputFaults } from '@service/foundation/input-faults.ts'
import { Problem } from '@service/foundation/problem.ts'
import { pollIntervals } from './next-poll.ts'
import type { StoredFeed } from './stored-feed.ts'

/** Of one company's own. */
export const maxFeeds = 100
/** Of these, so many may be polled more often than every quarter of an hour. */
export const maxFrequentFeeds = 10

/** All companies share the one request in five seconds that GDELT allows. */
export const maxGdeltFeeds = 10

type Interval = Pick<StoredFeed, 'kind'> & { everyMs: number }

export function checkInterval(faults: InputFaults, by: Act, { kind, everyMs }: Interval): void {
  const { minMs: ownMinMs, minSetMs, minSetByCompanyMs, maxMs } = pollIntervals
  const setMinMs = isOperator(by) ? minSetMs : minSetByCompanyMs
  const minMs = kind === 'gdelt' ? ownMinMs : setMinMs
  if (Number.isInteger(everyMs) && everyMs >= minMs && everyMs <= maxMs) return
  const path = isOperator(by) ? 'every' : 'pollEverySeconds'
  faults.add(path, `must be from ${minMs / 1_000} s to ${maxMs / 1_000} s`)
}

/** `frequent` counts those that the company would have. */
export function requireFewFrequent(everyMs: number | undefined, frequent: number): void {
  if (everyMs === undefined || everyMs >= pollIntervals.minMs || frequent <= maxFrequentFeeds) return
  throw new Problem(
    'conflict',
    `A company may have ${maxFrequentFeeds} feeds that are polled more often than every 15 minutes.`,
  )
}

export const feedFields = ({ name, everyMs, enabled }: StoredFeed): Fields => ({
  name: name ?? null,
  everyMs: everyMs ?? null,
  enabled,
})
