/**
 * Analysis: which subjects an article names, and what it says of each.
 *
 * The **analyst** (`analyst.ts`) sends articles and the subjects of the moment to a thread. There each name of a subject
 * is found in the title, the lead or the page (`analyse-article.ts`), and becomes a **mention**: the probability that the
 * name means the company, its role in the article, the sentiment, the risks. Another provider than our own model may judge
 * the sentiment (`judge-mentions.ts`).
 *
 * When a subject is added or changed, and when the models change, the stored articles are searched for it again, page by
 * page, in the background (`search-articles.ts`).
 */
import type { Database } from '@service/foundation/database/database.ts'
import { startListeningLoop } from '@service/foundation/jobs/listening-loop.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { WorkerThread } from '@service/foundation/threads/worker-thread.ts'
import type { SentimentSettings } from '../model/sentiment-settings.ts'
import { openProvider } from '../sentiment/sentiment.ts'
import { subjectsChanged } from '../subjects/subject-store.ts'
import { type Analyst, openAnalyst } from './analyst.ts'
import { type ModelVersions, readModelVersions, versionsWith } from './models.ts'
import { beginSearches, searchStoredArticles } from './search-articles.ts'

export { readNameModel } from './models.ts'

export interface Analysis {
  analyst: Analyst
  /** Who judges sentiment. */
  provider: ModelVersions['provider']
  /** Searches what is stored for new subjects; returns when there is nothing left to search. */
  searchStored(): Promise<void>
  close(): Promise<void>
}

export type AnalysisOptions = { db: Database; thread: WorkerThread; log: Logger; sentiment: SentimentSettings }

const pollEveryMs = 60_000
const retryAfterMs = 5_000

export async function openAnalysis({ db, thread, log, sentiment }: AnalysisOptions): Promise<Analysis> {
  const stop = new AbortController()
  // Articles are judged in the thread, which alone holds the models.
  const models = readModelVersions()
  // Opened here as well as in the thread: for its version, and so that a wrong setting fails the start.
  const other = await openProvider(sentiment, stop.signal)
  const { provider, analysisVersion } = other ? versionsWith(other, models) : models
  const analyst = await openAnalyst({ db, thread, sentiment })
  const deps = { db, analyst, analysisVersion }
  // Before any figures are made, for they wait for searches that have begun.
  await beginSearches(deps)
  const search = () => searchStoredArticles(deps, stop.signal)
  const loop = await startListeningLoop(db, subjectsChanged, {
    tick: search,
    pollEveryMs,
    retryAfterMs,
    report: (err) => log.error({ err }, 'stored articles could not be searched'),
  })
  return {
    analyst,
    provider,
    searchStored: search,
    async close() {
      stop.abort()
      await loop.stop()
      await analyst.close()
    },
  }
}
