/** The news in the background: feeds are polled, pages fetched, imports worked on, and figures made. */
import type { Database } from '@service/foundation/database/database.ts'
import type { Disposer } from '@service/foundation/disposer.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { Metrics } from '@service/foundation/metrics/metrics.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { makeHostRateLimit } from '@service/foundation/outbound/host-rate-limit.ts'
import type { Outbound } from '@service/foundation/outbound/outbound.ts'
import { WorkerThread } from '@service/foundation/threads/worker-thread.ts'
import type { LanguageModel } from '../language-models/model/language-model.ts'
import { documentThread } from './feeds/feed-parser.ts'
import { startFeeds } from './feeds/feeds.ts'
import { feedUserAgent } from './feeds/fetch-feed.ts'
import { startImports } from './imports/imports.ts'
import type { AlertsAnnounced } from './model/alerts-announced.ts'
import type { SentimentSettings } from './model/sentiment-settings.ts'
import { startPages } from './pages/pages.ts'
import { openPipeline, type Pipeline } from './pipeline.ts'
import { makePipelineMetrics } from './pipeline-metrics.ts'
import { startAsking } from './visibility/visibility.ts'

export type NewsDeps = {
  db: Database
  now: () => Date
  newId: NewId
  log: Logger
  metrics: Metrics
  outbound: Outbound
  disposer: Disposer
  announce: AlertsAnnounced
}

export type NewsSettings = {
  serviceVersion: string
  /** Whom the owner of a site that is polled can complain to. */
  contact: string
  /** Language models that are asked about the companies' sectors, and how often each in a day. */
  models: readonly LanguageModel[]
  maxQuestionsPerDay: number
  sentiment: SentimentSettings
  keptMs: number
  /** The address of GDELT's DOC 2.0 API. */
  gdeltUrl: string
}

/** Closed in reverse: what brings articles before what takes them in. */
export async function startNews(
  { db, now, newId, log, metrics, outbound, disposer, announce }: NewsDeps,
  { serviceVersion, contact, models, maxQuestionsPerDay, sentiment, keptMs, gdeltUrl }: NewsSettings,
): Promise<Pipeline> {
  const asking = await startAsking({ db, now, newId, log }, { models, maxPerDay: maxQuestionsPerDay })
  disposer.add('questions to language models', () => asking.stop())
  const pipeline = await openPipeline({
    db,
    now,
    newId,
    log,
    metrics: makePipelineMetrics(metrics),
    asksModels: models.length > 0,
    sentiment,
    keptMs,
    announce,
  })
  disposer.add('pipeline', () => pipeline.close())
  const { takeIn, addPageText } = pipeline
  const imports = await startImports({ db, takeIn, now, newId, log })
  disposer.add('imports', () => imports.stop())

  const documents = new WorkerThread(documentThread)
  const site = {
    db,
    now,
    newId,
    log,
    documents,
    hosts: makeHostRateLimit(),
    get: outbound.get,
    userAgent: feedUserAgent(serviceVersion, contact),
  }
  const feeds = await startFeeds({ ...site, gdeltUrl, takeIn, random: Math.random })
  const pages = await startPages({ ...site, addPageText })
  disposer.add('feeds and pages', async () => {
    await Promise.all([documents.close(), feeds.stop(), pages.stop()])
  })
  return pipeline
}
