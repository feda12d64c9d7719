/**
 * Figures: the alerts, the daily sentiment and the score of each company.
 *
 * 1. What has become **dirty** is **fanned out** to those who see it (`queue/dirty-subjects-store.ts`): a subject's days, for
 *    each viewer, and a company's figures are due from a day on.
 * 2. The days of each such subject are summed up (`make-subject-days.ts`), once for all companies that see the same.
 * 3. A company's figures are made of its own subject's mentions and of the sums of its peers (`make-figures.ts`,
 *    `compute-figures.ts`): stories, alerts, the daily sentiment, the pillars of each day. One transaction replaces them
 *    and appends the events that announce what is new in them (`figure-events.ts`).
 *
 * All of it is a function of the set of articles that a company can see: it does not matter when they came, in which
 * order, or how often anything was computed before. 2 and 3 compute in a thread, under leases.
 */
import type { Database } from '@service/foundation/database/database.ts'
import { msUntil, startListeningLoop } from '@service/foundation/jobs/listening-loop.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import { dayOf, isoDay } from '@service/reputation-domain/series/model/day.ts'
import { fanOut, figuresDueChannel } from '../queue/dirty-subjects-store.ts'
import { figuresDue, markBehind } from '../queue/figures-due-store.ts'
import { subjectDaysDue } from '../queue/subject-days-due-store.ts'
import { type FiguresDeps, makeFigures } from './make-figures.ts'
import { makeSubjectDays } from './make-subject-days.ts'

export type FiguresStep = 'subject-days' | 'figures'

/** Measures a step that says whether there was anything to do. */
export type TimeStep = (step: FiguresStep, work: () => Promise<boolean>) => Promise<boolean>

/** For what only the clock changes: a day that closes. */
const pollEveryMs = 5_000

export async function startFigures(
  deps: FiguresDeps & { log: Logger; timed: TimeStep },
): Promise<{ stop(): Promise<void> }> {
  const { db, log } = deps
  if (db.engine === 'embedded') {
    await subjectDaysDue.endAll(db.connection)
    await figuresDue.endAll(db.connection)
  }
  return startListeningLoop(db, figuresDueChannel, {
    tick: ({ stop }) => makeAllDue(deps, stop),
    pollEveryMs,
    retryAfterMs: pollEveryMs,
    report: (err) => log.error({ err }, 'figures could not be computed'),
  })
}

/** Returns how long it is until something falls due. */
async function makeAllDue(deps: FiguresDeps & { timed: TimeStep }, stop: AbortSignal): Promise<number | undefined> {
  const { db, now, timed } = deps
  await db.transaction((tx) => markBehind(tx, isoDay(dayOf(now().getTime())), now()))
  while (!stop.aborted) {
    while (await db.transaction((tx) => fanOut(tx, now()))) {}
    if (await timed('subject-days', () => makeSubjectDays(deps))) continue
    if (await timed('figures', () => makeFigures(deps))) continue
    break
  }
  return msUntil(await nextDueAt(db), now())
}

async function nextDueAt({ connection }: Database): Promise<Date | undefined> {
  const due = [await subjectDaysDue.nextDueAt(connection), await figuresDue.nextDueAt(connection)]
  return due.reduce((one, other) => (one && other ? (one < other ? one : other) : (one ?? other)), undefined)
}
