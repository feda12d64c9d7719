/**
 * The end of news: articles past their age go, with all that was found in them and made of them, day by whole day, so
 * that what is left is what a service would know that had never heard of the rest.
 *
 * A year of sentiment can be asked for, and its first days look back on those before: whatever age is asked for, nothing
 * goes that these stand on.
 */
import type { Queryable } from '@service/foundation/database/database.ts'
import type { Pruner } from '@service/foundation/erasure/model/eraser.ts'
import { platform } from '@service/reputation-domain/articles/owner.ts'
import { dayMs, dayOf, isoDay } from '@service/reputation-domain/series/model/day.ts'
import * as articles from '../articles/article-store.ts'
import * as corrections from '../articles/correction-store.ts'
import * as mentions from '../articles/mention-store.ts'
import { figuresByDay } from '../figures/figures-store.ts'
import * as subjectDays from '../figures/subject-days-store.ts'
import * as imports from '../imports/import-store.ts'
import { everyDay } from '../queue/days-due-store.ts'
import { everySubject, markDirty } from '../queue/dirty-subjects-store.ts'
import { markFiguresDue } from '../queue/figures-due-store.ts'
import * as subjectDaysDue from '../queue/subject-days-due-store.ts'
import { triagePruners } from '../triage/triage.ts'
import * as completions from '../visibility/completion-store.ts'

/** A year, and the longest window that a score looks back on. */
const minKeptMs = 400 * dayMs

/** With fewer days of news than this, today's score may look back on what goes. */
const manyDays = 100

type Options = { keptMs: number; now: () => Date }

export function newsPruners({ keptMs, now }: Options): readonly Pruner[] {
  /** The beginning of a day, so that days are whole or gone. */
  const cut = (before: Date): Date => new Date(dayOf(Math.min(before.getTime(), now().getTime() - minKeptMs)) * dayMs)
  return [
    { name: 'articles', keptMs, prune: (tx, before, limit) => pruneArticles(tx, cut(before), limit, now) },
    // Behind the articles that they are made of.
    ...Object.entries(figuresByDay).map(
      ([name, deleteBefore]): Pruner => ({
        name,
        keptMs,
        prune: (tx, before, limit) => deleteBefore(tx, cut(before), limit),
      }),
    ),
    ...triagePruners(keptMs),
    {
      name: 'corrections of articles',
      keptMs,
      prune: (tx, before, limit) => corrections.deleteBefore(tx, cut(before), limit),
    },
    { name: 'imports', keptMs, prune: imports.deleteFinishedBefore },
    {
      name: 'answers of language models',
      keptMs,
      prune: (tx, before, limit) => completions.deleteBefore(tx, cut(before), limit),
    },
  ]
}

/** Owner by owner, each while nothing of it is taken in. */
async function pruneArticles(tx: Queryable, before: Date, limit: number, now: () => Date): Promise<number> {
  let pruned = 0
  for (const owner of await articles.ownersBefore(tx, before)) {
    await articles.lockIntake(tx, owner)
    const ids = await articles.deleteBefore(tx, owner, before, limit - pruned)
    await mentions.deleteOf(tx, owner, ids)
    pruned += ids.length
    if (pruned === limit) break
    const daysLeft = await articles.deleteDaysBefore(tx, owner, before)
    if (daysLeft < manyDays)
      await markDirty(tx, [{ owner, subjectId: everySubject, day: isoDay(dayOf(before.getTime())) }])
    if (owner === platform || daysLeft > 0) continue
    // With its last article a company sees again what all others see.
    await subjectDaysDue.removeViewer(tx, owner)
    await subjectDays.removeViewer(tx, owner)
    await markFiguresDue(tx, [owner], everyDay, now())
  }
  return pruned
}
