/** Digests: when a channel's hour has come where its company is, its message is written, and the next day's scheduled with it. */
import type { Database } from '@service/foundation/database/database.ts'
import type { ScheduledJob } from '@service/foundation/jobs/jobs.ts'
import { dayMs } from '@service/reputation-domain/series/model/day.ts'
import * as channels from './channel-store.ts'
import * as messages from './message-store.ts'
import { nextDigestAt } from './model/next-digest.ts'

const everyMs = 60_000
const pageSize = 100

export const digestJob = (deps: { db: Database; now: () => Date }): ScheduledJob => ({
  name: 'message-digests',
  everyMs,
  run: (stop) => makeDueDigests(deps, stop),
})

/** A digest covers the day until it; one that was due while nothing ran is made once, and covers as much. */
export async function makeDueDigests(
  { db, now }: { db: Database; now: () => Date },
  stop: AbortSignal,
): Promise<{ made: number }> {
  let made = 0
  for (let isMore = true; isMore && !stop.aborted; ) {
    isMore = await db.transaction(async (tx) => {
      const at = now()
      const due = await channels.lockDueDigests(tx, at, pageSize)
      for (const one of due) {
        const { id: channelId, companyId, digestHour, timeZone, nextDigestAt: until } = one
        if (until <= at) {
          const from = new Date(until.getTime() - dayMs)
          await messages.appendDigest(tx, { channelId, companyId, date: until.toISOString(), from, until }, at)
          made++
        }
        await channels.moveDigest(tx, { ...one, timeZone, nextDigestAt: nextDigestAt(digestHour, timeZone, at) })
      }
      return due.length === pageSize
    })
  }
  return { made }
}
