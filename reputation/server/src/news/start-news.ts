/** News in the background: feeds are polled, imports worked on, and figures made. */
import type { Database } from '@service/foundation/database/database.ts'
import type { Disposer } from '@service/foundation/disposer.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { Metrics } from '@service/foundation/metrics/metrics.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import type { Outbound } from '@service/foundation/outbound/outbound.ts'
import { startFeeds } from './feeds/feeds.ts'
import { startImports } from './imports/imports.ts'
import type { SentimentSettings } from './model/sentiment-settings.ts'
import { openPipeline, type Pipeline } from './pipeline.ts'
import { makePipelineMetrics } from './pipeline-metrics.ts'

type Deps = {
  db: Database
  now: () => Date
  newId: NewId
  log: Logger
  metrics: Metrics
  outbound: Outbound
  disposer: Disposer
}

/** Closed in reverse: what brings articles before what takes them in. */
export async function startNews(
  { db, now, newId, log, metrics, outbound, disposer }: Deps,
  settings: { userAgent: string; asksModels: boolean; sentiment: SentimentSettings; keptMs: number },
): Promise<Pipeline> {
  const { userAgent, asksModels, sentiment, keptMs } = settings
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
  const shared = { db, takeIn: pipeline.takeIn, now, newId, log }
  const imports = await startImports(shared)
  disposer.add('imports', () => imports.close())
  const feeds = await startFeeds({
    ...shared,
    addPageText: pipeline.addPageText,
    get: outbound.get,
    random: Math.random,
    userAgent,
  })
  disposer.add('feeds', () => feeds.close())
  return pipeline
}
