/** A registration as a response shows it. */
import type { DisabledReason, Webhook } from '../model/webhook.ts'
import type { CreatedWebhook } from './create-webhook.ts'

const whyDisabled: Record<DisabledReason, string> = {
  'by-hand': 'Your company disabled it. Enable it to receive events again.',
  gone:
    'The receiver responded 410 Gone, which means that it wants no more events. Enable the registration once it does; ' +
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
