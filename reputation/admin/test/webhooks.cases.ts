import { webhookCases } from '@service/foundation-testing/webhooks/webhook-cases.ts'
import type { RouteCases } from './route-case.ts'

export const cases: RouteCases = webhookCases({ path: '/api/v1/webhooks', event: 'screening.match' })
