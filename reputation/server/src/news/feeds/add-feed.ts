import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import { InputFaults } from '@service/foundation/input-faults.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { Problem } from '@service/foundation/problem.ts'
import * as feeds from './feed-store.ts'
import { firstPollState, pollIntervals } from './next-poll.ts'
import type { StoredFeed } from './stored-feed.ts'

export type NewFeed = { url: string; companyId?: string | undefined; everyMs?: number | undefined; fetchText?: boolean }

export type AddFeed = (by: Act, feed: NewFeed) => Promise<StoredFeed>

type Deps = { db: Database; now: () => Date; newId: NewId }

const maxUrlLength = 2_000

/** It is polled at once. Whether it may be called, and whether it is a feed, shows then: see `feed list`. */
export function makeAddFeed({ db, now, newId }: Deps): AddFeed {
  const audit = makeAudit({ now, newId })
  return async (by, { url: given, companyId, everyMs, fetchText = false }) => {
    const url = checkedUrl(given, everyMs)
    const at = now()
    const feed: StoredFeed = {
      id: newId('fed'),
      companyId,
      url,
      enabled: true,
      everyMs,
      fetchText,
      state: firstPollState(url),
      nextPollAt: at,
      polledAt: undefined,
      outcome: undefined,
      reason: undefined,
      createdAt: at,
    }
    await db.transaction(async (tx) => {
      if (!(await feeds.insert(tx, feed))) throw new Problem('conflict', 'This feed already exists.')
      await audit.record(tx, by, {
        at,
        companyId: companyId ?? null,
        action: 'feed.add',
        target: feed.id,
        after: { url, ...(everyMs !== undefined && { everyMs }), ...(fetchText && { fetchText }) },
      })
    })
    return feed
  }
}

function checkedUrl(given: string, everyMs: number | undefined): string {
  const faults = new InputFaults()
  const url = URL.parse(given.trim())
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) faults.add('url', 'must be an http or https URL')
  else if (url.username !== '' || url.password !== '') faults.add('url', 'must not contain a user name or password')
  else if (url.href.length > maxUrlLength) faults.add('url', `must have at most ${maxUrlLength} characters`)
  if (everyMs !== undefined) faults.wholeNumber('every', everyMs, pollIntervals.minSetMs, pollIntervals.maxMs)
  faults.throwIfAny()
  return url!.href
}
