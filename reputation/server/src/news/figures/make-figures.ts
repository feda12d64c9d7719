import type { Queryable } from '@service/foundation/database/database.ts'
import { newLease } from '@service/foundation/jobs/lease.ts'
import { threadTask } from '@service/foundation/threads/thread-task.ts'
import { appendEvents } from '@service/foundation/webhooks/webhooks.ts'
import { type Owner, platform } from '@service/reputation-domain/articles/owner.ts'
import { type Day, dayOf } from '@service/reputation-domain/series/model/day.ts'
import { companyReference } from '../../events/events.ts'
import * as articles from '../articles/article-store.ts'
import type { Figures } from '../model/figures.ts'
import { figuresDue } from '../queue/figures-due-store.ts'
import { leaseMs, pauseAfter } from '../queue/pacing.ts'
import * as searches from '../subjects/search-store.ts'
import * as subjects from '../subjects/subject-store.ts'
import { askedAbout } from '../visibility/asked-about.ts'
import * as announced from './announced-store.ts'
import { completionsForFigures, type FiguresInput, mentionsForFigures, sumsForFigures } from './compute-figures.ts'
import { alertEvents, dropEvents } from './figure-events.ts'
import * as store from './figures-store.ts'
import type { MakeDeps } from './make-subject-days.ts'
import { alertThreshold } from './settings-store.ts'
import * as subjectDays from './subject-days-store.ts'
import { visibleMentions } from './visible-mentions.ts'

const figuresTask = threadTask<typeof import('./figures.task.ts')>(new URL('./figures.task.ts', import.meta.url))

export type FiguresDeps = MakeDeps & {
  provider: { name: string; version: string }
  /** Whether language models are asked: then it is only a matter of time until there are completions. */
  asksModels?: boolean
}

/**
 * Makes one company's figures again, and announces what is news in them, in one transaction: no event without its figures,
 * and none twice, for the company is leased from before it is read what has been announced. False when none is due.
 */
export async function makeFigures(deps: FiguresDeps): Promise<boolean> {
  const { db, now, newId } = deps
  const lease = newLease({ now, newId }, leaseMs)
  const began = lease.now
  const leased = await figuresDue.take(db.connection, lease)
  if (!leased) return false
  const { companyId } = leased
  try {
    // Figures of a search that is under way would be incomplete.
    if (await searches.isUnderWay(db.connection, companyId)) {
      await figuresDue.release(db.connection, lease, leased, pauseAfter(began, now()))
      return true
    }
    const figures = await compute(deps, companyId, dayOf(Date.parse(leased.fromDay)), began)
    await db.transaction(async (tx) => {
      if (!(await figuresDue.lock(tx, lease, leased))) return
      if (figures) await write(tx, companyId, figures, deps)
      else await store.removeAll(tx, companyId)
      await figuresDue.finish(tx, lease, leased, pauseAfter(began, now()))
    })
  } catch (error) {
    await figuresDue.release(db.connection, lease, leased, pauseAfter(began, now(), 'failed')).catch(() => {})
    throw error
  }
  return true
}

/** Undefined for a company that follows nothing as its own. */
async function compute(
  { db, thread, provider, asksModels = false }: FiguresDeps,
  companyId: string,
  fromDay: Day,
  now: Date,
): Promise<Figures | undefined> {
  const followed = await subjects.listFollowed(db.connection, companyId)
  const own = followed.find(({ role }) => role === 'own')
  if (!own) return undefined
  const viewer: Owner = (await articles.hasArticles(db.connection, companyId)) ? companyId : platform
  const nowMs = now.getTime()
  const peers = followed.filter(({ role }) => role === 'peer').map(({ id }) => id)
  const observed = await articles.listDays(db.connection, viewer)
  const sumsFrom = sumsForFigures(fromDay, nowMs, observed)
  const mentionsFrom = mentionsForFigures(fromDay, observed)
  const sums = await subjectDays.read(db.connection, viewer, [own.id, ...peers], sumsFrom)
  // Once it has been in the news a company keeps its score, however long ago that was.
  const before = await subjectDays.lastBefore(db.connection, viewer, own.id, sumsFrom)
  const input: FiguresInput = {
    now: nowMs,
    fromDay,
    threshold: await alertThreshold(db.connection, companyId),
    observed,
    own: [...before, ...sums.get(own.id)!],
    peers: peers.map((id) => sums.get(id)!),
    announced: await announced.readAlerts(db.connection, companyId),
    announcedDrops: await announced.readDrops(db.connection, companyId, now),
    provider,
  }
  const asked = await askedAbout(db.connection, companyId, followed, {
    from: completionsForFigures(fromDay, nowMs, observed),
    asksModels,
  })
  return thread.run(figuresTask, { input, asked }, visibleMentions(db.connection, viewer, own.id, mentionsFrom))
}

async function write(tx: Queryable, companyId: string, figures: Figures, { now, newId }: FiguresDeps): Promise<void> {
  const at = now()
  const company = await companyReference(tx, companyId)
  await store.replace(tx, companyId, figures, at)
  await announced.addAlerts(tx, companyId, figures.announcements, at)
  await announced.addDrops(
    tx,
    companyId,
    figures.drops.map(({ day }) => day),
    at,
  )
  const context = { company, newId, at }
  const ids = figures.announcements.filter(({ shouldSend }) => shouldSend).map(({ alert }) => alert.id)
  const detectedAt = await store.detectedAt(tx, companyId, ids)
  await appendEvents(tx, [
    ...alertEvents(figures.announcements, detectedAt, context),
    ...dropEvents(figures.drops, context),
  ])
}
