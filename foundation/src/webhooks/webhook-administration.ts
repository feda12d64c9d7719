/** What a company can do with its webhooks, wired to one database; the API stands on it, and a console can. */
import type { App } from '../http/app.ts'
import { makeChangeWebhook } from './change-webhook.ts'
import { makeCreateWebhook, type WebhookDeps } from './create-webhook.ts'
import { makeDeleteWebhook } from './delete-webhook.ts'
import { type DeliveryLogDeps, deliveryLogRoutes } from './deliveries.routes.ts'
import type { EventCatalogue } from './event.ts'
import { makeListAttempts, makeListDeliveries, makeReadDelivery } from './list-deliveries.ts'
import { makeListWebhooks, makeReadWebhook } from './list-webhooks.ts'
import { makeResendDelivery } from './resend-delivery.ts'
import { makeResendFailed } from './resend-failed.ts'
import { makeRotateSecret } from './rotate-secret.ts'
import { makeSendTestEvent } from './send-test-event.ts'
import { type RegistrationDeps, registrationRoutes } from './webhooks.routes.ts'

export type WebhookAdministration = RegistrationDeps & DeliveryLogDeps

export const makeWebhookAdministration = (deps: WebhookDeps): WebhookAdministration => ({
  createWebhook: makeCreateWebhook(deps),
  listWebhooks: makeListWebhooks(deps),
  readWebhook: makeReadWebhook(deps),
  changeWebhook: makeChangeWebhook(deps),
  deleteWebhook: makeDeleteWebhook(deps),
  rotateSecret: makeRotateSecret(deps),
  sendTestEvent: makeSendTestEvent(deps),
  listDeliveries: makeListDeliveries(deps),
  readDelivery: makeReadDelivery(deps),
  listAttempts: makeListAttempts(deps),
  resendDelivery: makeResendDelivery(deps),
  resendFailed: makeResendFailed(deps),
})

export function webhookRoutes(app: App, catalogue: EventCatalogue, deps: WebhookAdministration): void {
  registrationRoutes(app, catalogue, deps)
  deliveryLogRoutes(app, catalogue, deps)
}
