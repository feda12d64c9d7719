import type { Database } from '@service/foundation/database/database.ts'
import { keepLease, newLease } from '@service/foundation/jobs/lease.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { ownerOf } from '@service/reputation-domain/articles/owner.ts'
import type { TakeInArticles } from '../intake/intake.ts'
import type { Fate } from '../intake/plan-intake.ts'
import { incomingArticle } from '../model/incoming-article.ts'
import { charge } from '../queue/debts-store.ts'
import { leaseMs } from '../queue/pacing.ts'
import * as imports from './import-store.ts'
import type { ArticleRow } from './rows/article-row.ts'
import { unpackRows } from './start-import.ts'

export type WorkDeps = { db: Database; takeIn: TakeInArticles; now: () => Date; newId: NewId }

/** Rows taken in together: enough that a statement is well used, few enough that a batch takes a moment. */
const batchSize = 500

/** Within which the ids of rows mean something: two files of one company may continue each other. */
const source = 'import'

class LeaseLost extends Error {}

/**
 * Takes in the rows of one import, batch by batch, until it is finished or another owner comes first. False when there is
 * none to work on.
 */
export async function workImport({ db, takeIn, now, newId }: WorkDeps, stop: AbortSignal): Promise<boolean> {
  const lease = newLease({ now, newId }, leaseMs)
  const later = (ms: number) => new Date(now().getTime() + ms)
  const work = await imports.take(db.connection, lease)
  if (!work) return false
  const lines = await unpackRows(work.rows)
  // What a file says of its time it says as of when it came in, however often it is gone on with.
  const origin = { owner: ownerOf(work.companyId), source, seenAt: work.createdAt }
  // Where the lease was lost, the batch under way is not written.
  const kept = keepLease(now, leaseMs, (until) => imports.renewLease(db.connection, lease, work.id, until))
  try {
    for (let at = work.done; at < lines.length; at += batchSize) {
      if (stop.aborted || (await imports.othersComeFirst(db.connection, work, now()))) {
        kept.letGo()
        await imports.release(db.connection, lease, work.id, now())
        return true
      }
      const began = now()
      const batch = lines.slice(at, at + batchSize)
      const incoming = batch.flatMap((line) => incomingArticle(claimsOf(line), work.createdAt) ?? [])
      await takeIn(origin, incoming, async (tx, fates) => {
        const progress = { done: batch.length, ...counted(fates) }
        if (!(await imports.advance(tx, lease, work.id, progress, later(leaseMs)))) throw new LeaseLost()
        await charge(tx, origin.owner, now().getTime() - began.getTime(), now())
      })
    }
    await db.transaction((tx) => imports.finish(tx, lease, work.id, now()))
  } catch (error) {
    if (error instanceof LeaseLost) return true
    kept.letGo()
    await imports.release(db.connection, lease, work.id, later(retryMs)).catch(() => {})
    throw error
  } finally {
    kept.letGo()
  }
  return true
}

/** Longer than the pause after a failure, so that imports of others are taken before the one that failed. */
const retryMs = 60_000

const claimsOf = (line: string): ArticleRow => JSON.parse(line) as ArticleRow

const counted = (fates: readonly Fate[]) => ({
  created: fates.filter((fate) => fate === 'created').length,
  updated: fates.filter((fate) => fate === 'updated').length,
  unchanged: fates.filter((fate) => fate === 'unchanged').length,
  expired: fates.filter((fate) => fate === 'expired').length,
})
