/** Every route of the service, in the order of the documentation. */
import { fileURLToPath } from 'node:url'
import type { App } from '@service/foundation/http/app.ts'
import { inSnakeCase } from '@service/foundation/http/snake-case.ts'
import { undocumented } from '@service/foundation/http/undocumented.ts'
import { pageRoutes } from '@service/foundation/pages/pages.ts'
import { type SelfServiceDeps, selfServiceRoutes } from '@service/foundation/self-service/self-service.ts'
import { type MemberRouteDeps, type SignIn, signInRoutes } from '@service/foundation/sign-in/sign-in.ts'
import { type SignUpRouteDeps, signUpRoutes } from '@service/foundation/sign-up/sign-up.ts'
import { type WebhookAdministration, webhookRoutes } from '@service/foundation/webhooks/webhooks.ts'
import { type CarbonRouteDeps, carbonRoutes } from './carbon/carbon.ts'
import { type DeploymentDeps, deploymentRoutes } from './deployments/deployments.ts'
import { type DomainRouteDeps, domainRoutes } from './domains/domains.ts'
import { type EndpointRouteDeps, endpointRoutes } from './endpoints/endpoints.ts'
import { type EventFeedDeps, eventFeedRoutes } from './event-feed/event-feed.ts'
import { eventCatalogue } from './events/events.ts'
import { type HubDeps, hubRoutes } from './hubs/hubs.ts'
import { type LogDeps, logRoutes } from './logs/logs.ts'
import { type UsageDeps, usageRoutes } from './metering/metering.ts'
import { type MonitoringDeps, monitoringRoutes } from './monitoring/monitoring.ts'
import { type OperatorRouteDeps, operatorRoutes } from './operator/operator.ts'
import { pagesPath } from './pages-path.ts'
import { type PlacementDeps, placementRoutes } from './placement/placement.ts'
import { pricingRoutes } from './pricing/pricing.ts'
import { regionRoutes } from './regions/regions.ts'
import { type RegistryRouteDeps, registryRoutes } from './registries/registries.ts'

/** Where the pages for people are, and the folder of their build. */
const pages = { path: pagesPath, folder: fileURLToPath(new URL('../../dashboard/dist', import.meta.url)) }

export type RouteDeps = DeploymentDeps &
  EndpointRouteDeps &
  DomainRouteDeps &
  PlacementDeps &
  CarbonRouteDeps &
  LogDeps &
  EventFeedDeps &
  HubDeps &
  UsageDeps &
  MonitoringDeps &
  WebhookAdministration &
  SelfServiceDeps &
  RegistryRouteDeps &
  OperatorRouteDeps & { signIn: SignIn; signUp: SignUpRouteDeps; members: MemberRouteDeps['members'] }

export function apiRoutes(app: App, deps: RouteDeps): void {
  deploymentRoutes(app, deps)
  endpointRoutes(app, deps)
  domainRoutes(app, deps)
  placementRoutes(app, deps)
  logRoutes(app, deps)
  eventFeedRoutes(app, deps)
  registryRoutes(app, deps)
  hubRoutes(app, deps)
  regionRoutes(app, deps)
  pricingRoutes(app, deps)
  carbonRoutes(app, deps)
  usageRoutes(app, deps)
  monitoringRoutes(app, deps)
  const named = inSnakeCase(app)
  webhookRoutes(named, '/v1/webhooks', eventCatalogue, deps)
  signInRoutes(named, deps.signIn, deps)
  signUpRoutes(named, deps.signUp)
  selfServiceRoutes(named, deps)
  operatorRoutes(undocumented(app), deps)
  pageRoutes(app, pages)
}
