/**
 * The pipeline: how articles become alerts, a daily sentiment and a score.
 *
 * **Intake** (`articles/take-in-articles.ts`): articles of feeds and imports are recognised or stored, and searched for
 * every **subject**; each **mention** is judged: whether the name means the company, its role, the sentiment, the risks.
 * With them is written what they **touch**: a subject, from a day on.
 *
 * **Figures**: touches are spread over those who see the articles. First each touched subject's days are added up, once
 * for all companies that see the same; then each company's figures are made of its own subject's mentions and of the sums
 * of its peers (`compute-figures.ts`), written in one transaction with the **events** that announce what is news in them.
 * All of it is a function of the set of articles that a company can see: it does not matter when they came, in which
 * order, or how often anything was computed before.
 *
 * What has to be done stands in the database, taken under leases. Killed anywhere, the next process finds it there.
 */
import type { Database } from '@service/foundation/database/database.ts'
import { repeat } from '@service/foundation/jobs/repeat.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { dayOf, isoDay } from '@service/reputation-domain/series/model/day.ts'
import { openAnalyst } from './analysis/analyst.ts'
import { readModels, versionsWith } from './analysis/models.ts'
import { beginSearches, searchStoredArticles } from './analysis/search-articles.ts'
import { makeFigures } from './figures/make-figures.ts'
import { makeSubjectDays } from './figures/make-subject-days.ts'
import * as subjectDays from './figures/subject-days-store.ts'
import { makeTakeInArticles, type TakeInArticles } from './intake/take-in-articles.ts'
import type { SentimentSettings } from './model/sentiment-settings.ts'
import { type AddPageText, makeAddPageText } from './pages/add-page-text.ts'
import type { PipelineMetrics } from './pipeline-metrics.ts'
import { startPipelineThread } from './pipeline-thread.ts'
import { figuresDue as figuresDueChannel, spread } from './queue/dirty-subjects-store.ts'
import * as figuresDue from './queue/figures-due-store.ts'
import { makeWaker } from './queue/waker.ts'
import { openProvider } from './sentiment/sentiment.ts'
import { subjectsChanged } from './subjects/subject-store.ts'

export interface Pipeline {
  takeIn: TakeInArticles
  addPageText: AddPageText
  /** Searches what is stored for new subjects; returns when there is nothing left to search. */
  searchStored(): Promise<void>
  close(): Promise<void>
}

export type PipelineOptions = {
  db: Database
  now: () => Date
  newId: NewId
  log: Logger
  metrics: PipelineMetrics
  /** Whether language models are asked about the companies' sectors. */
  asksModels?: boolean
  /** Our own model unless told otherwise. */
  sentiment?: SentimentSettings
  /** How long articles are kept: older ones are not taken in. */
  keptMs?: number
}

/** For what was announced while nobody listened, and for what only the clock changes. */
const longestPauseMs = 5_000

export async function openPipeline(options: PipelineOptions): Promise<Pipeline> {
  const { db, now, newId, log, metrics, asksModels = false, sentiment = { kind: 'own' }, keptMs = Infinity } = options
  const stop = new AbortController()
  const models = readModels()
  // Opened here as well, for its version, and for what is amiss with it to be told at once.
  const other = await openProvider(sentiment, stop.signal)
  const { provider, analysisVersion } = other ? versionsWith(other, models) : models
  const thread = startPipelineThread({ sentiment })
  const analyst = await openAnalyst({ db, thread })
  const deps = { db, thread, analyst, now, newId, provider, analysisVersion, asksModels, keptMs }
  if (db.engine === 'embedded') {
    await subjectDays.endLeases(db.connection)
    await figuresDue.endLeases(db.connection)
  }

  await beginSearches(deps)
  const searching = makeWaker(subjectsChanged, 60_000)
  const computing = makeWaker(figuresDueChannel, longestPauseMs)

  async function makeAllDue(): Promise<number> {
    await db.transaction((tx) => figuresDue.markBehind(tx, isoDay(dayOf(now().getTime())), now()))
    while (!stop.signal.aborted) {
      while (await db.transaction((tx) => spread(tx, now()))) {}
      if (await metrics.timed('subject-days', () => makeSubjectDays(deps))) continue
      if (await metrics.timed('figures', () => makeFigures(deps))) continue
      break
    }
    const next = await figuresDue.nextDueAt(db.connection)
    return next ? Math.max(0, next.getTime() - now().getTime()) : longestPauseMs
  }

  const search = () => searchStoredArticles(deps, stop.signal)
  const attempt = async (what: string, work: () => Promise<number>): Promise<number> => {
    try {
      return await work()
    } catch (err) {
      if (!stop.signal.aborted) log.error({ err }, what)
      return longestPauseMs
    }
  }
  const loops = [
    repeat(async () => {
      const pauseMs = await attempt('stored articles could not be searched', () => search().then(() => 60_000))
      await searching.wait(pauseMs, stop.signal)
      return 0
    }, stop.signal),
    repeat(async () => {
      const pauseMs = await attempt('figures could not be made', makeAllDue)
      await computing.wait(pauseMs, stop.signal)
      return 0
    }, stop.signal),
  ]
  const listeners = await Promise.all([searching, computing].map((waker) => db.listen(waker.channel, waker.wake)))

  return {
    takeIn: metrics.counted(makeTakeInArticles(deps)),
    addPageText: makeAddPageText(deps),
    searchStored: search,
    async close() {
      stop.abort()
      await thread.close()
      await Promise.all(loops)
      await Promise.all(listeners.map((listener) => listener.close()))
      await analyst.close()
    },
  }
}
