/**
 * What customers read of the news: alerts, the daily sentiment, the reputation score.
 *
 * Each endpoint reads the rows that `figures/` has written, for one company; nothing is computed from articles here.
 */
import type { Database } from '@service/foundation/database/database.ts'
import type { App } from '@service/foundation/http/app.ts'
import { type AlertDeps, alertRoutes } from './alerts.routes.ts'
import { makeListAlerts } from './list-alerts.ts'
import { makeReadReputation } from './read-reputation.ts'
import { makeReadSentiment } from './read-sentiment.ts'
import { type ReputationDeps, reputationRoutes } from './reputation.routes.ts'
import { type SentimentDeps, sentimentRoutes } from './sentiment.routes.ts'

export type Readings = AlertDeps & ReputationDeps & SentimentDeps

export const makeReadings = ({ db, now }: { db: Database; now: () => Date }): Readings => ({
  listAlerts: makeListAlerts({ db, now }),
  readReputation: makeReadReputation({ db, now }),
  readSentiment: makeReadSentiment({ db }),
  now,
})

export function readingRoutes(app: App, readings: Readings): void {
  alertRoutes(app, readings)
  reputationRoutes(app, readings)
  sentimentRoutes(app, readings)
}
