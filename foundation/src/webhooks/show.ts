/** From what is stored to the words of an answer. */
import type { CreatedWebhook } from './create-webhook.ts'
import type { LoggedAttempt, LoggedDelivery } from './delivery-log-store.ts'
import type { DeliveryWithBody } from './list-deliveries.ts'
import { isSuccess } from './outcome.ts'
import type { DisabledReason, Webhook } from './webhook.ts'

const whyDisabled: Record<DisabledReason, string> = {
  'by-hand': 'Your company disabled it. Enable it to receive events again.',
  gone:
    'The receiver answered 410 Gone, which says that it wants nothing more. Enable the registration once it does; ' +
    'what has failed can be sent again.',
  failing:
    'No attempt has succeeded for a long time. Mend the receiver, then enable the registration; what has failed can ' +
    'be sent again.',
}

export const showWebhook = (webhook: Webhook) => ({
  webhookId: webhook.id,
  url: webhook.url,
  events: webhook.kinds ? [...webhook.kinds] : null,
  ...webhook.choices,
  description: webhook.description,
  enabled: webhook.enabled,
  disabled: webhook.disabled
    ? {
        reason: webhook.disabled.reason,
        at: webhook.disabled.at.toISOString(),
        message: whyDisabled[webhook.disabled.reason],
      }
    : null,
  hasSecret: webhook.hasSecret,
  previousSecretUntil: webhook.previousSecretUntil?.toISOString() ?? null,
  health: {
    failuresInARow: webhook.failuresInARow,
    failingSince: webhook.failingSince?.toISOString() ?? null,
    held: webhook.probeAt !== undefined,
  },
  createdAt: webhook.createdAt.toISOString(),
  updatedAt: webhook.updatedAt.toISOString(),
})

export const showCreated = ({ webhook, generatedSecret }: CreatedWebhook) => ({
  ...showWebhook(webhook),
  ...(generatedSecret !== undefined && { secret: generatedSecret }),
})

export const showDelivery = (delivery: LoggedDelivery) => ({
  deliveryId: delivery.id,
  eventId: delivery.eventId,
  event: delivery.kind,
  state: delivery.state,
  madeAt: delivery.madeAt.toISOString(),
  attempts: delivery.attempts,
  nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
  endedAt: delivery.endedAt?.toISOString() ?? null,
  reason: delivery.reason ?? null,
  lastAttempt: delivery.lastAttempt ? { ...delivery.lastAttempt, at: delivery.lastAttempt.at.toISOString() } : null,
  redactedAt: delivery.redactedAt?.toISOString() ?? null,
})

export const showWithBody = ({ delivery, body }: DeliveryWithBody) => ({
  ...showDelivery(delivery),
  body: body ?? null,
})

export const showAttempt = (attempt: LoggedAttempt) => ({
  deliveryId: attempt.deliveryId,
  attempt: attempt.number,
  at: attempt.at.toISOString(),
  durationMs: attempt.durationMs,
  outcome: isSuccess(attempt) ? ('succeeded' as const) : ('failed' as const),
  status: attempt.status,
  error: attempt.error,
  answer: attempt.answer ? Buffer.from(attempt.answer).toString() : null,
  redactedAt: attempt.redactedAt?.toISOString() ?? null,
})
