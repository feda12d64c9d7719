/** A registration as a response shows it. */
import type { Attempt } from '../model/delivery.ts'
import type { DisabledReason, Webhook } from '../model/webhook.ts'
import type { CreatedWebhook } from './create-webhook.ts'
import type { ReceiverProof, ReceiverVerdict } from './prove-receiver.ts'

const verdicts: Record<ReceiverVerdict, string> = {
  proved: 'It accepted the right signature and refused the wrong one.',
  'refuses-right':
    'It refused the right signature. Check that it has the newest secret, and verifies the bytes of the body as they came.',
  'accepts-wrong':
    'It accepted the wrong signature: anybody could send it events. Verify the signature before accepting.',
  'no-response': 'One of the requests got no response, so nothing is proved. See why, then try again.',
}

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

export const showProof = ({ verdict, right, wrong }: ReceiverProof) => ({
  verdict,
  message: verdicts[verdict],
  right: showCheck(right),
  wrong: showCheck(wrong),
})

const showCheck = ({ at, answer, durationMs, status, error }: Attempt) => ({
  at: at.toISOString(),
  durationMs,
  status,
  error,
  answer: answer ? Buffer.from(answer).toString() : null,
})
