/**
 * The text of articles, out of their pages, for feeds whose operator wants it. What is to be fetched is queued with the
 * article, in one transaction, and taken under leases; a page that cannot be had, or has no text, leaves its article as
 * the feed brought it.
 */
import type { Database } from '@service/foundation/database/database.ts'
import { type Lease, newLease } from '@service/foundation/jobs/lease.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import * as pages from '../queue/pages-due-store.ts'
import type { AddPageText } from './add-page-text.ts'
import { fetchPage, type PageDeps } from './fetch-page.ts'
import type { ReadPage } from './page-reader.ts'

export type PagesDeps = PageDeps & {
  db: Database
  readPage: ReadPage
  addPageText: AddPageText
  now: () => Date
  newId: NewId
  log: Logger
}

/** At the same time; each host is still asked by one at a time. */
const maxAtOnce = 4
/** Longer than the slowest way to all of them takes. */
const leaseMs = 15 * 60_000
/** After the first try, the second … */
const pausesMs = [10 * 60_000, 3_600_000, 6 * 3_600_000]

/** Fetches pages that are due, and says how many those were. */
export async function fetchDuePages(deps: PagesDeps): Promise<number> {
  const { db, now, newId } = deps
  const lease = newLease({ now, newId }, leaseMs)
  const due = await pages.take(db.connection, lease, maxAtOnce)
  await Promise.all(due.map((page) => fetchOne(deps, page, lease)))
  return due.length
}

async function fetchOne(deps: PagesDeps, page: pages.DuePage, lease: Lease): Promise<void> {
  const { db, log, now, readPage, addPageText } = deps
  try {
    const fetched = await fetchPage(page.url, deps)
    const text = fetched.kind === 'page' ? await readPage(fetched) : undefined
    if (text !== undefined) return await addPageText(page.owner, page.articleId, text)
    const pauseMs = fetched.kind === 'failed' && fetched.again ? pausesMs[page.tries] : undefined
    if (pauseMs === undefined) return await pages.finish(db.connection, page)
    await pages.release(db.connection, lease, page, { tries: page.tries + 1, at: new Date(now().getTime() + pauseMs) })
  } catch (err) {
    // Our own fault, or the database's: the page is still there to be read.
    log.error({ err, article: page.articleId }, 'the text of an article could not be fetched')
    const again = { tries: page.tries, at: new Date(now().getTime() + 60_000) }
    await pages.release(db.connection, lease, page, again).catch(() => {})
  }
}
