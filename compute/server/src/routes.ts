/** Every route of the service, in the order of the documentation. */
import type { App } from '@service/foundation/http/app.ts'
import { type CarbonRouteDeps, carbonRoutes } from './carbon/routes.ts'
import { type DeploymentDeps, deploymentRoutes } from './deployments/routes.ts'
import { type HubDeps, hubRoutes } from './hubs/hubs.ts'
import { type LogDeps, logRoutes } from './logs/logs.ts'
import { type UsageDeps, usageRoutes } from './metering/routes.ts'
import { type MonitoringDeps, monitoringRoutes } from './monitoring/routes.ts'
import { type PlacementDeps, placementRoutes } from './placement/routes.ts'
import { pricingRoutes } from './pricing/routes.ts'
import { regionRoutes } from './regions/routes.ts'

export type RouteDeps = DeploymentDeps &
  PlacementDeps &
  CarbonRouteDeps &
  LogDeps &
  HubDeps &
  UsageDeps &
  MonitoringDeps

export function apiRoutes(app: App, deps: RouteDeps): void {
  deploymentRoutes(app, deps)
  placementRoutes(app, deps)
  logRoutes(app, deps)
  hubRoutes(app, deps)
  regionRoutes(app, deps)
  pricingRoutes(app, deps)
  carbonRoutes(app, deps)
  usageRoutes(app, deps)
  monitoringRoutes(app, deps)
}
