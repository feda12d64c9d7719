import type { Attempt, ClaimedDelivery } from '../model/delivery.ts'
import { retryDelayMs } from './retry-delay.ts'

/** What becomes of a delivery by an attempt. Times are those of the attempt's end. */
export type Outcome =
  | { state: 'succeeded'; endedAt: Date }
  | { state: 'failed'; endedAt: Date; failures: number }
  | { state: 'pending'; dueAt: Date; failures: number }

/** Only a status of 2xx is success: a redirect, too, is a failure. */
export const isSuccess = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300

export function outcomeOf({ failures: before }: Pick<ClaimedDelivery, 'failures'>, attempt: Attempt): Outcome {
  const endedAt = new Date(attempt.at.getTime() + attempt.durationMs)
  if (isSuccess(attempt)) return { state: 'succeeded', endedAt }
  const failures = before + 1
  const delayMs = retryDelayMs(failures)
  if (delayMs === undefined) return { state: 'failed', endedAt, failures }
  return { state: 'pending', dueAt: new Date(endedAt.getTime() + delayMs), failures }
}
