/** Every route of the service, in the order of the documentation. */
import type { App } from '@service/foundation/http/app.ts'
import { type ScreeningDeps, screeningRoutes } from './screening/routes.ts'

export type RouteDeps = { screening: ScreeningDeps }

export function apiRoutes(app: App, { screening }: RouteDeps): void {
  screeningRoutes(app, screening)
}
