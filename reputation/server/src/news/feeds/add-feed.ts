import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database, Queryable } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import { isOperator } from '@service/foundation/identity/model/administrator.ts'
import { InputFaults } from '@service/foundation/input-faults.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import type { Outbound } from '@service/foundation/outbound/outbound.ts'
import { Problem } from '@service/foundation/problem.ts'
import { checkInterval, feedFields, maxFeeds, maxGdeltFeeds, requireFewFrequent } from './feed-fields.ts'
import { type FeedSource, resolveSource } from './feed-source.ts'
import * as feeds from './feed-store.ts'
import { firstPollState, pollIntervals } from './next-poll.ts'
import type { StoredFeed } from './stored-feed.ts'

export type NewFeed = FeedSource & {
  companyId?: string | undefined
  name?: string | undefined
  everyMs?: number | undefined
  fetchText?: boolean
}

export type AddFeed = (by: Act, feed: NewFeed) => Promise<StoredFeed>

export type AddFeedDeps = {
  db: Database
  now: () => Date
  newId: NewId
  /** The guard of outgoing requests; absent on the command line of a service that is down. */
  outbound?: Pick<Outbound, 'faultOf'> | undefined
}

/**
 * It is polled at once. Whether it is a feed shows then: see `feed list`; and for an operator, whose address may lead where
 * it may not be called now, that shows then as well.
 */
export function makeAddFeed({ db, now, newId, outbound }: AddFeedDeps): AddFeed {
  const audit = makeAudit({ now, newId })
  return async (by, { companyId, name: givenName, everyMs, fetchText = false, ...given }) => {
    const faults = new InputFaults()
    const source = resolveSource(faults, given)
    const name = givenName === undefined ? source.name : faults.displayName('name', givenName)
    if (everyMs !== undefined) checkInterval(faults, by, { kind: source.kind, everyMs })
    faults.throwIfAny()
    if (outbound && source.kind === 'feed' && !isOperator(by)) await requireCallable(outbound, source.url)
    const at = now()
    const feed: StoredFeed = {
      id: newId('fed'),
      companyId,
      kind: source.kind,
      url: source.url,
      name,
      enabled: true,
      everyMs,
      fetchText,
      state: firstPollState(source.url),
      nextPollAt: at,
      polledAt: undefined,
      outcome: undefined,
      reason: undefined,
      createdAt: at,
    }
    await db.transaction(async (tx) => {
      if (companyId !== undefined) await requireRoom(tx, companyId, feed)
      if (!(await feeds.insert(tx, feed))) throw new Problem('conflict', 'This feed already exists.')
      await audit.record(tx, by, {
        at,
        companyId: companyId ?? null,
        action: 'feed.add',
        target: feed.id,
        after: {
          url: feed.url,
          ...(feed.kind !== 'feed' && { kind: feed.kind }),
          ...feedFields(feed),
          ...(fetchText && { fetchText }),
        },
      })
    })
    return feed
  }
}

async function requireCallable({ faultOf }: Pick<Outbound, 'faultOf'>, url: string): Promise<void> {
  const faults = new InputFaults()
  const fault = await faultOf(url)
  if (fault !== undefined) faults.add('url', fault)
  faults.throwIfAny()
}

async function requireRoom(tx: Queryable, companyId: string, { kind, everyMs }: StoredFeed): Promise<void> {
  const { all, frequent, gdelt } = await feeds.lockCounts(tx, companyId, pollIntervals.minMs)
  if (all >= maxFeeds) throw new Problem('conflict', `A company may have ${maxFeeds} feeds. Remove one first.`)
  if (kind === 'gdelt' && gdelt >= maxGdeltFeeds) {
    throw new Problem('conflict', `A company may have ${maxGdeltFeeds} searches at GDELT.`)
  }
  requireFewFrequent(everyMs, frequent + 1)
}
