/** The feed over transactions that commit in any order, and its stream. */

import type { Queryable } from '@service/foundation/database/database.ts'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Changes, openChanges } from '../deployments/deployments.ts'
import { events, eventsChannel } from '../events/events.ts'
import { migrations } from '../migration-folders.ts'
import { makeEventFeed } from './event-feed.ts'
import * as store from './feed-store.ts'
import { feedStream } from './feed-stream.ts'
import type { EventFeed } from './read-feed.ts'

let made = 0
const append = (tx: Queryable, companyId: string, ids: readonly string[]) =>
  events.append(
    tx,
    ids.map((id) => ({
      id,
      companyId,
      deploymentId: null,
      type: 'quota_warning',
      status: null,
      reason: null,
      message: null,
      hubId: null,
      attempt: null,
      actor: 'system',
      data: null,
      at: new Date(),
    })),
  )
const aCompanyId = () => `cmp_${++made}`

describe.each(databaseEngines)('the feed on $name', ({ name, create }) => {
  let db: TestDatabase
  let changes: Changes
  let feed: EventFeed
  beforeAll(async () => {
    db = await create(migrations)
    changes = await openChanges({ db, uptimeMs: () => performance.now(), channel: eventsChannel })
    feed = makeEventFeed({ db, changes })
  })
  afterAll(async () => {
    await changes.close()
    await db.drop()
  })
  const write = (companyId: string, ...ids: string[]) => db.transaction((tx) => append(tx, companyId, ids))
  const idsOf = ({ events }: { events: readonly { id: string }[] }) => events.map(({ id }) => id)

  test('pages continue behind each other, and those of another company are not in them', async () => {
    const [mine, other] = [aCompanyId(), aCompanyId()]
    await write(mine, `${mine}-1`, `${mine}-2`, `${mine}-3`)
    await write(other, `${other}-1`)
    const first = await feed.read(mine, 0, 2, {})
    const second = await feed.read(mine, first.through, 2, {})
    expect([idsOf(first), idsOf(second)]).toEqual([[`${mine}-1`, `${mine}-2`], [`${mine}-3`]])
    expect(idsOf(await feed.read(mine, second.through, 2, {}))).toEqual([])
  })

  test('the feed goes on behind events that were removed', async () => {
    const company = aCompanyId()
    await write(company, `${company}-1`, `${company}-2`)
    const { through } = await feed.read(company, 0, 10, {})
    await db.connection
      .deleteFrom('deployment_events' as never)
      .where('company_id' as never, '=', company as never)
      .execute()
    await write(company, `${company}-3`)
    expect(idsOf(await feed.read(company, through, 10, {}))).toEqual([`${company}-3`])
  })

  test.runIf(name === 'postgres')('an event that commits after a later one is read, and nothing twice', async () => {
    const company = aCompanyId()
    const begun = Promise.withResolvers<void>()
    const seen = Promise.withResolvers<void>()
    const slow = db.transaction(async (tx) => {
      await append(tx, company, [`${company}-1`])
      begun.resolve()
      await seen.promise
    })
    await begun.promise
    await write(company, `${company}-2`)
    const before = await feed.read(company, 0, 10, {})
    expect(idsOf(before)).toEqual([`${company}-2`])
    seen.resolve()
    await slow
    expect(idsOf(await feed.read(company, before.through, 10, {}))).toEqual([`${company}-1`])
  })

  test('readers beside writers, each resuming where it was, read every event once', async () => {
    const company = aCompanyId()
    const written = Array.from({ length: 60 }, (_, i) => `${company}-${String(i).padStart(2, '0')}`)
    let writing = true
    const reader = async () => {
      const read: string[] = []
      for (let after = 0; ; ) {
        const isLast = !writing
        const page = await feed.read(company, after, 7, {})
        read.push(...idsOf(page))
        after = page.through
        if (isLast && page.events.length === 0) return read
      }
    }
    const readers = [reader(), reader(), reader()]
    const odd = written.filter((_, i) => i % 2)
    const even = written.filter((_, i) => i % 2 === 0)
    const oneByOne = async (ids: readonly string[]) => {
      for (const id of ids) await write(company, id)
    }
    await Promise.all([oneByOne(odd.toReversed()), oneByOne(even)])
    writing = false
    const all = await Promise.all(readers)
    for (const read of all) expect(read.toSorted()).toEqual(written)
    expect(all[1]).toEqual(all[0])
    expect(all[2]).toEqual(all[0])
  })

  test('many events of an earlier release get their positions a part at a time', async () => {
    const company = aCompanyId()
    await write(company, `${company}-1`, `${company}-2`, `${company}-3`)
    expect([await store.extend(db, company, 2), await store.extend(db, company, 2)]).toEqual([2, 1])
    expect(idsOf(await feed.read(company, 0, 10, {}))).toEqual([`${company}-1`, `${company}-2`, `${company}-3`])
  })

  test('a stream has an id to resume at before the first event, an event soon after its commit, and while nothing happens a comment', async () => {
    const company = aCompanyId()
    await write(company, `${company}-1`)
    const reading = new AbortController()
    const stream = feedStream({
      feed,
      companyId: company,
      after: await feed.end(company),
      filter: {},
      textOf: ({ id }) => id,
      signal: reading.signal,
      quietMs: 50,
      report: (error) => {
        throw error
      },
    })
    expect((await stream.next()).value).toMatch(/^retry: \d+\nid: (\S+)\n\n$/)
    expect((await stream.next()).value).toMatch(/^: .*\nid: (\S+)\n\n$/)
    await write(company, `${company}-2`)
    expect((await stream.next()).value).toMatch(new RegExp(`^id: \\S+\ndata: ${company}-2\n\n$`))
    reading.abort()
    expect((await stream.next()).done).toBe(true)
  })
})
