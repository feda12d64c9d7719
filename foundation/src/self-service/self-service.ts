/**
 * What the people of a company administer themselves: its settings, its API keys, its audit and its quota, over acts of the
 * administration that say who may do what. Its people are in `sign-in`.
 */
import type { AdministrationFace } from '../administration/administration.ts'
import type { App } from '../http/http.ts'
import { auditRoutes } from './audit.routes.ts'
import { companyRoutes } from './company.routes.ts'
import { keyRoutes } from './keys.routes.ts'
import { quotaRoutes } from './quota.routes.ts'

export { NewKey, showKey } from './responses.ts'

export type SelfServiceDeps = {
  /** The acts of the administration that its routes call. */
  selfService: AdministrationFace
}

export const selfServiceTags = {
  Company: 'The company, its API keys and its audit, for those who administer them, as under `People`.',
}

export function selfServiceRoutes(app: App, { selfService }: SelfServiceDeps): void {
  companyRoutes(app, selfService)
  keyRoutes(app, selfService)
  auditRoutes(app, selfService)
  quotaRoutes(app, selfService)
}
