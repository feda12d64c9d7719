/** Every route of the service, in the order of the documentation. */
import type { App } from '@service/foundation/http/app.ts'
import { type WebhookAdministration, webhookRoutes } from '@service/foundation/webhooks/webhooks.ts'
import { eventCatalogue } from './events/events.ts'
import { requiredLists, withLists } from './lists/model/sanctions-list.ts'
import { type ArticleDeps, articleRoutes } from './news/imports/routes.ts'
import { type AlertDeps, alertRoutes } from './news/read/alerts/routes.ts'
import { type ReputationDeps, reputationRoutes } from './news/read/reputation/routes.ts'
import { type SentimentDeps, sentimentRoutes } from './news/read/sentiment/routes.ts'
import { type VisibilityDeps, visibilityRoutes } from './news/visibility/routes.ts'
import { type Screenings, screeningRoutes } from './screening/screening.ts'

export type RouteDeps = AlertDeps &
  ReputationDeps &
  SentimentDeps &
  ArticleDeps &
  VisibilityDeps &
  Screenings &
  WebhookAdministration

/** `lists` are those that are screened against: what schemas say of them holds for this installation. */
export function apiRoutes(app: App, deps: RouteDeps, lists = requiredLists): void {
  app.addHook('onRoute', (route) => {
    if (route.schema) route.schema = withLists(route.schema, lists)
  })
  alertRoutes(app, deps)
  reputationRoutes(app, deps)
  sentimentRoutes(app, deps)
  screeningRoutes(app, deps)
  articleRoutes(app, deps)
  visibilityRoutes(app, deps)
  webhookRoutes(app, eventCatalogue, deps)
}
