/** Every route of the service, in the order of the documentation. */
import type { App } from '@service/foundation/http/app.ts'

export type RouteDeps = Record<string, never>

export function apiRoutes(_app: App, _deps: RouteDeps): void {}
