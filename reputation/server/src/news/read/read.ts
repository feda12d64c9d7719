/**
 * What customers read of the news: alerts, the daily sentiment, the reputation score, and the stories and articles that
 * these are made of.
 *
 * Each endpoint reads the rows that `figures/` and `analysis/` have written, for one company; nothing is computed from
 * articles here but the reasons for and against an alert, which follow from what is stored.
 */
import type { Database } from '@service/foundation/database/database.ts'
import type { App } from '@service/foundation/http/app.ts'
import { type AlertDeps, alertRoutes } from './alerts.routes.ts'
import { type ListedArticleDeps, listedArticleRoutes } from './articles.routes.ts'
import { makeListAlerts } from './list-alerts.ts'
import { makeListArticles } from './list-articles.ts'
import { makeListStories } from './list-stories.ts'
import { makeReadArticle } from './read-article.ts'
import { makeReadReputation } from './read-reputation.ts'
import { makeReadSentiment } from './read-sentiment.ts'
import { type ReputationDeps, reputationRoutes } from './reputation.routes.ts'
import { type SentimentDeps, sentimentRoutes } from './sentiment.routes.ts'
import { type StoryDeps, storyRoutes } from './stories.routes.ts'

export type Readings = AlertDeps & ListedArticleDeps & StoryDeps & ReputationDeps & SentimentDeps

export const makeReadings = ({ db, now }: { db: Database; now: () => Date }): Readings => ({
  listAlerts: makeListAlerts({ db, now }),
  listArticles: makeListArticles({ db }),
  readArticle: makeReadArticle({ db }),
  listStories: makeListStories({ db }),
  readReputation: makeReadReputation({ db, now }),
  readSentiment: makeReadSentiment({ db }),
  now,
})

export function readingRoutes(app: App, readings: Readings): void {
  alertRoutes(app, readings)
  listedArticleRoutes(app, readings)
  storyRoutes(app, readings)
  reputationRoutes(app, readings)
  sentimentRoutes(app, readings)
}
