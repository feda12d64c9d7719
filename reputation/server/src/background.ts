/** The role `worker`: what the service does without being asked. */

import type { Disposer } from '@service/foundation/disposer.ts'
import type { Retention } from '@service/foundation/erasure/model/eraser.ts'
import { pruneJob } from '@service/foundation/erasure/prune.job.ts'
import { type JobDeps, startScheduledJob } from '@service/foundation/jobs/scheduled-job.ts'
import type { Metrics } from '@service/foundation/metrics/metrics.ts'
import type { Outbound } from '@service/foundation/outbound/outbound.ts'
import { startWebhooks } from '@service/foundation/program/open-webhooks.ts'
import type { Sealer } from '@service/foundation/sealing/sealer.ts'
import { serviceVersion } from './api-description.ts'
import type { Config } from './config.ts'
import { appendAlertMessages, type Messages, startMessages } from './messages/messages.ts'
import { defaultGdeltUrl, type Pipeline, startNews } from './news/news.ts'
import { type Reports, startReports } from './reports/reports.ts'

type Deps = JobDeps & {
  disposer: Disposer
  metrics: Metrics
  sealer: Sealer
  outbound: Outbound
  retention: Retention
  reports: Reports
  messages: Messages
  pagesUrl: () => string
}

type Settings = Pick<
  Config,
  | 'webhooksPerReceiver'
  | 'webhooksInFlight'
  | 'webhooksDisableAfterMs'
  | 'feedsContact'
  | 'publicBaseUrl'
  | 'completionModels'
  | 'completionsPerDay'
  | 'sentiment'
  | 'newsKeptMs'
  | 'gdeltUrl'
>

export async function startBackground(
  { db, now, newId, log, disposer, metrics, sealer, outbound, retention, reports, messages, pagesUrl }: Deps,
  settings: Settings,
): Promise<Pipeline> {
  const pruning = startScheduledJob({ db, now, newId, log }, pruneJob({ db, now }, retention))
  disposer.add('pruning', () => pruning.stop())

  startReports({ db, now, newId, log, reports, disposer })
  await startMessages({ db, now, newId, log, messages, pagesUrl, disposer })

  await startWebhooks({ db, newId, metrics, sealer, outbound }, settings, { log, now, disposer })

  return startNews(
    { db, now, newId, log, metrics, outbound, disposer, announce: appendAlertMessages },
    {
      serviceVersion,
      contact: settings.feedsContact ?? settings.publicBaseUrl ?? 'no contact configured',
      models: settings.completionModels,
      maxQuestionsPerDay: settings.completionsPerDay,
      sentiment: settings.sentiment,
      keptMs: settings.newsKeptMs,
      gdeltUrl: settings.gdeltUrl ?? defaultGdeltUrl,
    },
  )
}
