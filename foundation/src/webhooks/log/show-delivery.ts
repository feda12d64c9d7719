/** Deliveries and attempts as a response shows them. */
import { isSuccess } from '../delivery/outcome.ts'
import type { LoggedAttempt, LoggedDelivery } from './delivery-log-store.ts'
import type { DeliveryWithBody } from './list-deliveries.ts'

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
