/** The news in the background: feeds are polled, pages fetched, imports worked on, and figures made. */
import type { Database } from '@service/foundation/database/database.ts'
import type { Disposer } from '@service/foundation/disposer.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { Metrics } from '@service/foundation/metrics/metrics.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { makeHostRateLimit } from '@service/foundation/outbound/host-rate-limit.ts'
import type { Outbound } from '@service/foundation/outbound/outbound.ts'
import { WorkerThread } from '@service/foundation/threads/worker-thread.ts'
import { documentThread } from './feeds/feed-parser.ts'
import { startFeeds } from './feeds/feeds.ts'
import { startImports } from './imports/imports.ts'
import type { SentimentSettings } from './model/sentiment-settings.ts'
import { startPages } from './pages/pages.ts'
import { openPipeline, type Pipeline } from './pipeline.ts'
import { makePipelineMetrics } from './pipeline-metrics.ts'

export type NewsDeps = {
  db: Database
  now: () => Date
  newId: NewId
  log: Logger
  metrics: Metrics
  outbound: Outbound
  disposer: Disposer
}

export type NewsSettings = { userAgent: string; asksModels: boolean; sentiment: SentimentSettings; keptMs: number }

/** Closed in reverse: what brings articles before what takes them in. */
export async function startNews(
  { db, now, newId, log, metrics, outbound, disposer }: NewsDeps,
  { userAgent, asksModels, sentiment, keptMs }: NewsSettings,
): Promise<Pipeline> {
  const pipeline = await openPipeline({
    db,
    now,
    newId,
    log,
    metrics: makePipelineMetrics(metrics),
    asksModels,
    sentiment,
    keptMs,
  })
  disposer.add('pipeline', () => pipeline.close())
  const { takeIn, addPageText } = pipeline
  const imports = await startImports({ db, takeIn, now, newId, log })
  disposer.add('imports', () => imports.stop())

  const documents = new WorkerThread(documentThread)
  const site = { db, now, newId, log, documents, hosts: makeHostRateLimit(), get: outbound.get, userAgent }
  const feeds = await startFeeds({ ...site, takeIn, random: Math.random })
  const pages = await startPages({ ...site, addPageText })
  disposer.add('feeds and pages', async () => {
    await Promise.all([documents.close(), feeds.stop(), pages.stop()])
  })
  return pipeline
}
