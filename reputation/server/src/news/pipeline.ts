/** The parts of the news that work on articles, opened together: the analysis, the intake, the figures. */
import type { Database } from '@service/foundation/database/database.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { WorkerThread } from '@service/foundation/threads/worker-thread.ts'
import { openAnalysis } from './analysis/analysis.ts'
import { startFigures } from './figures/figures.ts'
import { makeTakeInArticles, type TakeInArticles } from './intake/intake.ts'
import type { AlertsAnnounced } from './model/alerts-announced.ts'
import type { SentimentSettings } from './model/sentiment-settings.ts'
import { type AddPageText, makeAddPageText } from './pages/add-page-text.ts'
import type { PipelineMetrics } from './pipeline-metrics.ts'

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
  /** Our own model where nothing else is said. */
  sentiment?: SentimentSettings
  /** How long articles are kept: older ones are not taken in. */
  keptMs?: number
  announce?: AlertsAnnounced
}

/** Articles are analysed and figures computed in one thread, so that requests wait for neither. */
export const openPipelineThread = (): WorkerThread => new WorkerThread({ name: 'the pipeline' })

export async function openPipeline(options: PipelineOptions): Promise<Pipeline> {
  const {
    db,
    now,
    newId,
    log,
    metrics,
    asksModels = false,
    sentiment = { kind: 'own' },
    keptMs = Infinity,
    announce,
  } = options
  const thread = openPipelineThread()
  const analysis = await openAnalysis({ db, thread, log, sentiment })
  const { analyst, provider } = analysis
  const figures = await startFigures({
    db,
    thread,
    now,
    newId,
    log,
    provider,
    asksModels,
    announce,
    timed: metrics.timed,
  })
  return {
    takeIn: metrics.counted(makeTakeInArticles({ db, analyst, now, keptMs })),
    addPageText: makeAddPageText({ db, analyst }),
    searchStored: analysis.searchStored,
    async close() {
      await Promise.all([thread.close(), analysis.close(), figures.stop()])
    },
  }
}
