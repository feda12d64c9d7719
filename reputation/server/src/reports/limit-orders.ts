/**
 * How many reports that were asked for are under way at one process: each holds the mentions of a month in memory while it
 * waits for the one thread.
 */
import { Problem } from '@service/foundation/problem.ts'

const maxOrders = 8
const retryAfterSeconds = 10

/** Returns what ends the order. Throws where the company has one under way, or too many others have. */
export type TakeOrder = (companyId: string) => () => void

export function makeOrderLimit(): TakeOrder {
  const companies = new Set<string>()
  return (companyId) => {
    if (companies.has(companyId)) {
      const message = 'A report of your company is being made. Try again when it is done.'
      throw new Problem('rate-limited', message, { retryAfterSeconds })
    }
    if (companies.size >= maxOrders) {
      const message = 'Many reports are being made at the moment. Try again shortly.'
      throw new Problem('unavailable', message, { retryAfterSeconds })
    }
    companies.add(companyId)
    return () => void companies.delete(companyId)
  }
}
