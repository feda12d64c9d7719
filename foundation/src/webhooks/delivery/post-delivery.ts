import type { Logger } from '../../log/log.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import type { Attempt, ClaimedDelivery } from '../model/delivery.ts'
import { deliveryBody } from './delivery-body.ts'
import type { HeadersOf } from './delivery-headers.ts'

/** Makes one attempt, from the request to what came of it. Never throws. */
export type PostDelivery = (delivery: ClaimedDelivery) => Promise<Attempt>

type Deps = { now: () => Date; log: Logger; post: Outbound['post']; headersOf: HeadersOf; attemptTimeoutMs: number }

export function makePostDelivery({ now, log, post, headersOf, attemptTimeoutMs }: Deps): PostDelivery {
  return async (delivery) => {
    const at = now()
    const body = deliveryBody(delivery)
    const failed = (error: string, durationMs: number): Attempt => ({
      at,
      durationMs: Math.round(durationMs),
      status: null,
      error,
      answer: null,
    })
    try {
      const headers = headersOf(delivery, body, at)
      const outcome = await post({ url: delivery.url, headers, body, timeoutMs: attemptTimeoutMs })
      if (outcome.kind === 'failed') return failed(outcome.error, outcome.durationMs)
      const { status, durationMs } = outcome
      return { at, durationMs: Math.round(durationMs), status, error: null, answer: outcome.body }
    } catch (err) {
      log.error({ err, deliveryId: delivery.id, webhookId: delivery.webhookId }, 'a delivery could not be sent')
      return failed('not-sent', now().getTime() - at.getTime())
    }
  }
}
