/** The words of the API's states and causes, each with one plain sentence. */
import type { StateKind } from '../../state.tsx'
import type { WebhookOutput } from '../webhook-calls.ts'
import type { Webhook } from './webhook-state.ts'

export type Delivery = WebhookOutput<'listDeliveries'>['deliveries'][number]
export type Attempt = WebhookOutput<'listAttempts'>['attempts'][number]

/** Of an attempt without a response. */
const errorWords: Record<string, string> = {
  'address-refused': 'The address may not be called.',
  'host-unresolved': 'Its host name has no address, or one that may not be called.',
  unreachable: 'No connection could be made.',
  'tls-failed': 'The certificate is not valid, or TLS is older than 1.2.',
  'timed-out': 'No complete response came within 10 seconds.',
  'invalid-answer': 'It did not speak HTTP/1.1, or sent more than 16 kB of headers.',
  'connection-closed': 'The connection was closed before the response was complete.',
  'not-sent': 'Nothing was sent because of an error of the service; the operator’s log has the reason.',
}

export function attemptWords({ status, error }: { status: number | null; error: string | null }): string {
  if (status === null) return errorWords[error ?? ''] ?? 'No response came.'
  if (status >= 200 && status < 300) return 'It was received.'
  if (status === 410) return '410 Gone: the receiver wants nothing more.'
  if (status >= 300 && status < 400) return 'A redirect: none is followed, so this is a failure.'
  return 'Only a status of 2xx counts as received.'
}

export const deliveryKinds: Record<Delivery['state'], StateKind> = {
  pending: 'moving',
  held: 'warn',
  succeeded: 'good',
  failed: 'bad',
}

const reasonWords: Record<string, string> = {
  'registration-disabled': 'the webhook was disabled before it could be sent',
  'registration-deleted': 'the webhook was deleted before it could be sent',
  'held-too-long': 'it was held back for 72 hours and the receiver did not recover',
  'content-erased': 'a person was erased from what it would have said',
}

/** What comes next, and why. */
export function nextWords(delivery: Delivery, { enabled, health }: Pick<Webhook, 'enabled' | 'health'>): string {
  const { state, attempts, nextAttemptAt, reason, redactedAt } = delivery
  if (state === 'succeeded') return 'Done: it was received.'
  if (state === 'failed') {
    const why =
      reason === null
        ? `${attempts === 1 ? 'its attempt' : `${attempts} attempts`} failed, and the retries after 2, 4 and 8 seconds are used up`
        : (reasonWords[reason] ?? reason)
    if (redactedAt !== null) return `No more retries: ${why}. It cannot be sent again, because a person was erased.`
    return `No more retries: ${why}. You can send it again.`
  }
  if (!enabled) return 'It will fail: the webhook is disabled.'
  if (state === 'held') {
    return health.held
      ? `It waits, because ${health.failuresInARow} attempts in a row failed. One delivery is let through every 30 seconds, and the first success releases the rest.`
      : 'It is waiting: the receiver has its maximum of concurrent requests.'
  }
  if (nextAttemptAt === null) return 'An attempt is in progress; it takes at most 10 seconds.'
  if (attempts === 0) return 'Its first attempt is due.'
  return 'It is tried again: the retries come 2, 4 and 8 seconds after a failure.'
}

/** What followed an attempt; `next` is the one after it. */
export function afterWords(attempt: Attempt, next: Attempt | undefined, delivery: Delivery, webhook: Webhook): string {
  if (next === undefined) return nextWords(delivery, webhook)
  const gapMs = new Date(next.at).getTime() - new Date(attempt.at).getTime() - attempt.durationMs
  const seconds = Math.max(0, Math.round(gapMs / 1_000))
  if (attempt.outcome === 'succeeded') return 'It was received, and later sent again manually.'
  const retry = [2, 4, 8].find((expected) => Math.abs(expected - seconds) <= 1)
  return retry === undefined
    ? 'The retries were used up; later it was sent again manually.'
    : `It failed, so it was tried again after ${retry} seconds.`
}
