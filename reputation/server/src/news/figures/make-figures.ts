import type { Queryable } from '@service/foundation/database/database.ts'
import { keepLease, type Lease, newLease } from '@service/foundation/jobs/lease.ts'
import type { GivenWay } from '@service/foundation/threads/giving-way.ts'
import { threadTask } from '@service/foundation/threads/thread-task.ts'
import { appendEvents } from '@service/foundation/webhooks/webhooks.ts'
import { type Owner, platform } from '@service/reputation-domain/articles/owner.ts'
import { type Day, dayOf } from '@service/reputation-domain/series/model/day.ts'
import { companyReference } from '../../events/events.ts'
import * as articles from '../articles/article-store.ts'
import type { AlertsAnnounced } from '../model/alerts-announced.ts'
import type { Figures } from '../model/figures.ts'
import type { From, Whose } from '../queue/days-due-store.ts'
import { charge } from '../queue/debts-store.ts'
import { figuresDue } from '../queue/figures-due-store.ts'
import { leaseMs } from '../queue/pacing.ts'
import * as searches from '../subjects/search-store.ts'
import * as subjects from '../subjects/subject-store.ts'
import { askedAbout } from '../visibility/asked-about.ts'
import * as announced from './announced-store.ts'
import { completionsForFigures, type FiguresInput, mentionsForFigures, sumsForFigures } from './compute-figures.ts'
import { type DueWork, Effort } from './due-work.ts'
import { alertEvents, dropEvents } from './figure-events.ts'
import * as store from './figures-store.ts'
import type { MakeDeps } from './make-subject-days.ts'
import { alertThreshold } from './settings-store.ts'
import * as subjectDays from './subject-days-store.ts'
import { correctedMentions, mentionsForCorrections } from './visible-mentions.ts'

const figuresTask = threadTask<typeof import('./figures.task.ts')>(new URL('./figures.task.ts', import.meta.url))

export type FiguresDeps = MakeDeps & {
  provider: { name: string; version: string }
  /** Whether language models are asked: then it is only a matter of time until there are completions. */
  asksModels?: boolean
  announce?: AlertsAnnounced | undefined
}

/** Takes the figures of one company; undefined when none are due. */
export async function takeFigures(deps: FiguresDeps, whose?: Whose): Promise<DueWork | undefined> {
  const lease = newLease(deps, leaseMs)
  const due = await figuresDue.take(deps.db.connection, lease, whose)
  return due && { step: 'figures', make: (stop) => makeFigures(deps, lease, due, stop) }
}

/**
 * Makes them again, and announces what is news in them, in one transaction: no event without its figures, and none twice,
 * for the company is leased from before it is read what has been announced.
 */
async function makeFigures(
  deps: FiguresDeps,
  lease: Lease,
  due: From<{ companyId: string }>,
  stop: AbortSignal,
): Promise<void> {
  const { db, now } = deps
  const { companyId } = due
  const effort = new Effort(now)
  const kept = keepLease(now, leaseMs, (until) => figuresDue.renew(db.connection, lease, due, until))
  try {
    // Figures of a search that is under way would be incomplete.
    if (await searches.isUnderWay(db.connection, companyId)) {
      await figuresDue.release(db.connection, lease, due, effort.againAt())
      return
    }
    const computed = await compute(deps, companyId, dayOf(Date.parse(due.fromDay)), lease.now)
    effort.waited(computed?.waitedMs ?? 0)
    await db.transaction(async (tx) => {
      if (!(await figuresDue.lock(tx, lease, due))) return
      if (computed) await write(tx, companyId, computed.result, deps)
      else await store.removeAll(tx, companyId)
      await charge(tx, companyId, effort.workedMs, now())
      await figuresDue.finish(tx, lease, due, effort.againAt())
    })
  } catch (error) {
    await figuresDue.release(db.connection, lease, due, effort.againAt(stop)).catch(() => {})
    throw error
  } finally {
    kept.letGo()
  }
}

/** Undefined for a company that follows nothing as its own. */
async function compute(
  { db, thread, provider, asksModels = false }: FiguresDeps,
  companyId: string,
  fromDay: Day,
  now: Date,
): Promise<GivenWay<Figures> | undefined> {
  const followed = await subjects.listFollowed(db.connection, companyId)
  const own = followed.find(({ role }) => role === 'own')
  if (!own) return undefined
  const viewer: Owner = (await articles.hasArticles(db.connection, companyId)) ? companyId : platform
  const nowMs = now.getTime()
  const peers = followed.filter(({ role }) => role === 'peer').map(({ id }) => id)
  const observed = await articles.listDays(db.connection, viewer)
  const sumsFrom = sumsForFigures(fromDay, nowMs)
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
    from: completionsForFigures(fromDay, nowMs),
    asksModels,
  })
  const forCorrections = await mentionsForCorrections(db.connection, companyId, own.id, sumsFrom)
  const seen = correctedMentions(db.connection, { companyId, viewer }, own.id, Math.min(mentionsFrom, forCorrections))
  return thread.run(figuresTask, { input, asked }, seen)
}

async function write(
  tx: Queryable,
  companyId: string,
  figures: Figures,
  { now, newId, announce }: FiguresDeps,
): Promise<void> {
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
  const toAll = figures.announcements.filter(({ shouldSend, audience }) => shouldSend && audience === 'all')
  const alerts = toAll.map(({ alert, severity }) => ({ alertId: alert.id, severity }))
  await announce?.(tx, companyId, alerts, at)
}
