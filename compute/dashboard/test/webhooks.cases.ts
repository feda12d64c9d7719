import { webhookCases } from '@service/foundation-testing/webhooks/webhook-cases.ts'
import type { RouteCases, World } from './route-case.ts'

const shared = webhookCases<World>({ path: '/v1/webhooks', event: 'deployment.failed' })

/** The administration interface has the same screens, and walks them in every state. */
export const cases: RouteCases = Object.fromEntries(
  Object.entries(shared).map(([path, routeCase]) => [path, { ...routeCase, elsewhere: true }]),
)
