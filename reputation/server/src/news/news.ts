/**
 * The news: how articles become alerts, a daily sentiment and a score.
 *
 * 1. **Feeds** are polled as they fall due (`feeds/`), the **pages** of their articles fetched where that is wanted
 *    (`pages/`), and **imports** of customers worked on (`imports/`). All of them hand articles to the **intake**.
 * 2. The intake (`intake/`) recognises the articles that are known and has the new and the changed ones **analysed**
 *    (`analysis/`): which **subjects** they name (`subjects/`, `tracking/`), and for each **mention** whether the name means
 *    the company, its role, the sentiment (`sentiment/`), the risks. One transaction writes the articles, their mentions,
 *    and which subject is **dirty** from which day on (`articles/`, `queue/`).
 * 3. The **figures** (`figures/`) are made again of what is dirty, with what language models say of a sector
 *    (`visibility/`), and **read** by customers (`read/`), **explained** to them (`explanation/`); a **month** of them
 *    becomes a report (`month/`).
 *
 * What has to be done stands in the database, taken under leases. Killed anywhere, the next process finds it there. The
 * rooms share the types in `model/` and never import each other in a cycle. People decide about stories in `triage/`, and correct judgements in `corrections/`. `privacy/` erases persons and prunes what is
 * old; `sample/` is the demo's news of 2014.
 */
import type { Command } from '@service/foundation/admin/command.ts'
import type { AdministrationFace } from '@service/foundation/administration/administration.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { App } from '@service/foundation/http/app.ts'
import type { Access } from '@service/foundation/identity/model/access.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { WorkerThread } from '@service/foundation/threads/worker-thread.ts'
import { type CorrectionDeps, correctionRoutes, makeCorrections } from './corrections/corrections.ts'
import { type ExplanationDeps, explanationRoutes, makeExplainScore } from './explanation/explanation.ts'
import { type FeedDeps, feedCommands, feedRoutes } from './feeds/feeds.ts'
import { type ArticleDeps, articleRoutes, importCommands, makeArticles } from './imports/imports.ts'
import type { NewsActs } from './news-acts.ts'
import type { Pipeline } from './pipeline.ts'
import { makeReadings, type Readings, readingRoutes } from './read/read.ts'
import type { NewsSampleDeps } from './sample/sample.ts'
import { sampleCommands } from './sample/sample-commands.ts'
import type { NewsDeps, NewsSettings } from './start-news.ts'
import { makeThresholds, type ThresholdDeps, thresholdRoutes } from './thresholds/thresholds.ts'
import { type SubjectDeps, subjectCommands, subjectRoutes } from './tracking/tracking.ts'
import { makeTriage, type TriageDeps, triageRoutes } from './triage/triage.ts'
import { completionCommands, makeVisibility, type VisibilityDeps, visibilityRoutes } from './visibility/visibility.ts'

export { defaultGdeltUrl } from './feeds/feeds.ts'
export type { AlertsAnnounced } from './model/alerts-announced.ts'
export { makeReadMonth, type ReadMonth } from './month/read-month.ts'
export { makeNewsActs, type NewsActs } from './news-acts.ts'
export { addNewsDelayMetric, newsReadiness } from './news-delay.ts'
export type { Pipeline } from './pipeline.ts'
export { newsPruners, newsRedactors } from './privacy/privacy.ts'
export { redactUrl } from './privacy/redact-article.ts'

export { makeReadStoryNews, type ReadStoryNews, type StoryNews } from './triage/triage.ts'

/** What customers can do with the news. */
export type News = Readings &
  ExplanationDeps &
  CorrectionDeps &
  TriageDeps &
  ThresholdDeps &
  ArticleDeps &
  VisibilityDeps &
  SubjectDeps &
  FeedDeps

type Deps = {
  db: Database
  now: () => Date
  newId: NewId
  uptimeMs: () => number
  access: Access
  administration: NewsActs
  /** In which scores are explained. */
  thread: WorkerThread
}

/** A score of a large company takes some seconds to explain; it has its memory only while people ask. */
export const openNewsThread = (): WorkerThread =>
  new WorkerThread({ name: 'explanations', timeoutMs: 60_000, idleMs: 30_000 })

export const makeNews = (deps: Deps): News => ({
  ...makeReadings(deps),
  explainScore: makeExplainScore(deps),
  ...makeCorrections(deps),
  ...makeTriage(deps),
  ...makeThresholds(deps),
  ...makeArticles(deps),
  ...makeVisibility(deps),
  administration: deps.administration,
})

/** What customers read, and what they decide about it. */
export function newsRoutes(app: App, news: News): void {
  readingRoutes(app, news)
  explanationRoutes(app, news)
  correctionRoutes(app, news)
  triageRoutes(app, news)
}

/** What customers set up: who they are in the news, and where the news come from. */
export function newsSetUpRoutes(app: App, news: News): void {
  subjectRoutes(app, news)
  feedRoutes(app, news)
  thresholdRoutes(app, news)
}

/** What customers send in. */
export function newsImportRoutes(app: App, news: News): void {
  articleRoutes(app, news)
  visibilityRoutes(app, news)
}

export const newsCommands: readonly Command<AdministrationFace & NewsActs>[] = [
  ...subjectCommands,
  ...feedCommands,
  ...importCommands,
  ...completionCommands,
  ...sampleCommands,
]

/** What works on the news in the background; read late, for requests need none of it. */
export async function startNews(deps: NewsDeps, settings: NewsSettings): Promise<Pipeline> {
  const start = await import('./start-news.ts')
  return start.startNews(deps, settings)
}

/** The sample of news that the demo shows; its company follows the sample's subjects. */
export async function startNewsSample(deps: NewsSampleDeps, companyId: string): Promise<{ close(): Promise<void> }> {
  const sample = await import('./sample/sample.ts')
  return sample.startNewsSample(deps, companyId)
}
