/** Every route of the service, in the order of the documentation. */
import type { App } from '@service/foundation/http/app.ts'
import { type WebhookAdministration, webhookRoutes } from '@service/foundation/webhooks/webhook-administration.ts'
import { eventCatalogue } from './events/catalogue.ts'
import { type RecordDeps, recordRoutes } from './screening/records.routes.ts'
import { type ScreeningDeps, screeningRoutes } from './screening/routes.ts'
import { type VerdictDeps, verdictRoutes } from './screening/verdicts.routes.ts'

export type RouteDeps = ScreeningDeps & RecordDeps & VerdictDeps & WebhookAdministration

export function apiRoutes(app: App, deps: RouteDeps): void {
  screeningRoutes(app, deps)
  recordRoutes(app, deps)
  verdictRoutes(app, deps)
  webhookRoutes(app, eventCatalogue, deps)
}
