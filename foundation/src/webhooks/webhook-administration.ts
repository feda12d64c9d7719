/** What a company can do with its webhooks, wired to one database; the API stands on it, and a console can. */
import type { App } from '../http/http.ts'
import { type DeliveryLogDeps, deliveryLogRoutes } from './log/deliveries.routes.ts'
import { makeListAttempts, makeListDeliveries, makeReadDelivery } from './log/list-deliveries.ts'
import { makeReadHealth } from './log/read-health.ts'
import { makeResendDelivery } from './log/resend-delivery.ts'
import { makeResendFailed } from './log/resend-failed.ts'
import type { EventCatalogue } from './model/event.ts'
import { makeChangeWebhook } from './registrations/change-webhook.ts'
import { makeCheckAddress } from './registrations/check-address.ts'
import { makeCreateWebhook, type WebhookDeps } from './registrations/create-webhook.ts'
import { makeDeleteWebhook } from './registrations/delete-webhook.ts'
import { makeEndPreviousSecret } from './registrations/end-previous-secret.ts'
import { makeListWebhooks, makeReadWebhook } from './registrations/list-webhooks.ts'
import { makeProveReceiver } from './registrations/prove-receiver.ts'
import { makeRotateSecret } from './registrations/rotate-secret.ts'
import { makeSendTestEvent } from './registrations/send-test-event.ts'
import { type RegistrationDeps, registrationRoutes } from './registrations/webhooks.routes.ts'

export type WebhookAdministration = RegistrationDeps & DeliveryLogDeps

export const makeWebhookAdministration = (deps: WebhookDeps): WebhookAdministration => ({
  createWebhook: makeCreateWebhook(deps),
  listWebhooks: makeListWebhooks(deps),
  readWebhook: makeReadWebhook(deps),
  changeWebhook: makeChangeWebhook(deps),
  deleteWebhook: makeDeleteWebhook(deps),
  rotateSecret: makeRotateSecret(deps),
  endPreviousSecret: makeEndPreviousSecret(deps),
  sendTestEvent: makeSendTestEvent(deps),
  checkAddress: makeCheckAddress(deps),
  proveReceiver: makeProveReceiver(deps),
  readHealth: makeReadHealth(deps),
  listDeliveries: makeListDeliveries(deps),
  readDelivery: makeReadDelivery(deps),
  listAttempts: makeListAttempts(deps),
  resendDelivery: makeResendDelivery(deps),
  resendFailed: makeResendFailed(deps),
})

/** `path` is where the service has its webhooks, such as `/api/v1/webhooks`. */
export function webhookRoutes(app: App, path: string, catalogue: EventCatalogue, deps: WebhookAdministration): void {
  registrationRoutes(app, path, catalogue, deps)
  deliveryLogRoutes(app, `${path}/:webhookId`, catalogue, deps)
}
