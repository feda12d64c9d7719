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
 *
 * Companies have fair shares (`queue/debts-store.ts`). As a rule one piece of work is under way at a time; beside one that
 * takes long there is place for another, in the same thread, in which each gives way to the others. The last place is kept
 * for companies for which little was done of late.
 */
import type { Database } from '@service/foundation/database/database.ts'
import { type ListeningLoop, msUntil, startListeningLoop } from '@service/foundation/jobs/listening-loop.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import { dayOf, isoDay } from '@service/reputation-domain/series/model/day.ts'
import { fanOut, figuresDueChannel } from '../queue/dirty-subjects-store.ts'
import { figuresDue, markBehind } from '../queue/figures-due-store.ts'
import { subjectDaysDue } from '../queue/subject-days-due-store.ts'
import type { DueWork } from './due-work.ts'
import { type FiguresDeps, takeFigures } from './make-figures.ts'
import { takeSubjectDays } from './make-subject-days.ts'

/** Measures a piece of work. */
export type TimeWork = (step: DueWork['step'], work: () => Promise<void>) => Promise<void>

/** For what only the clock changes: a day that closes. */
const pollEveryMs = 5_000

/** So much is under way at a time at most; each holds its mentions in memory. */
const maxPlaces = 4
/** What takes longer than this is worked on beside others. */
const longMs = 250

export async function startFigures(
  deps: FiguresDeps & { log: Logger; timed: TimeWork },
): Promise<{ stop(): Promise<void> }> {
  const { db, now, log, timed } = deps
  if (db.engine === 'embedded') {
    await subjectDaysDue.endAll(db.connection)
    await figuresDue.endAll(db.connection)
  }
  const stopping = new AbortController()
  /** Each with when it began, by a clock that is never set. */
  const underWay = new Map<Promise<void>, number>()
  let loop: ListeningLoop | undefined
  const report = (err: unknown) => log.error({ err }, 'figures could not be computed')

  /** Begins all that is due and has a place; what ends makes the next tick. */
  async function tick({ stop }: { stop: AbortSignal }): Promise<number | undefined> {
    await db.transaction((tx) => markBehind(tx, isoDay(dayOf(now().getTime())), now()))
    while (!stop.aborted && underWay.size < maxPlaces) {
      const waitMs = untilNextPlace()
      if (waitMs > 0) return waitMs
      while (await db.transaction((tx) => fanOut(tx, now()))) {}
      const isLastPlace = underWay.size === maxPlaces - 1
      // Owners without debt come first in both queues, or the figures of one would wait for all days of another.
      const work = (await takeWork('without-debt')) ?? (isLastPlace ? undefined : await takeWork('anybody'))
      if (!work) break
      begin(work)
    }
    return msUntil(await nextDueAt(db, now()), now())
  }

  const takeWork = async (whose: Parameters<typeof takeFigures>[1]) =>
    (await takeSubjectDays(deps, whose)) ?? (await takeFigures(deps, whose))

  /** Once all that is under way has turned out to take long. */
  function untilNextPlace(): number {
    const lastBegan = [...underWay.values()].at(-1)
    return lastBegan === undefined ? 0 : Math.max(0, Math.ceil(lastBegan + longMs - performance.now()))
  }

  function begin({ step, make }: DueWork): void {
    const work = timed(step, () => make(stopping.signal))
      .catch((error: unknown) => void (stopping.signal.aborted || report(error)))
      .then(() => {
        underWay.delete(work)
        loop?.wake()
      })
    underWay.set(work, performance.now())
  }

  loop = await startListeningLoop(db, figuresDueChannel, { tick, pollEveryMs, retryAfterMs: pollEveryMs, report })
  return {
    async stop() {
      stopping.abort()
      await loop.stop()
      await Promise.all(underWay.keys())
    },
  }
}

async function nextDueAt({ connection }: Database, now: Date): Promise<Date | undefined> {
  const due = [await subjectDaysDue.nextDueAt(connection, now), await figuresDue.nextDueAt(connection, now)]
  return due.reduce((one, other) => (one && other ? (one < other ? one : other) : (one ?? other)), undefined)
}
