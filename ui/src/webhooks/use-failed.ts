import { useStored } from '../api/api.ts'
import { webhookCalls } from './webhook-calls.ts'

/** How many deliveries of a webhook failed since then, by the service's own count. */
export const useFailed = (webhookId: string, since: string) =>
  useStored(`failed ${webhookId} ${since}`, async (signal) => {
    const body = { since, preview: true }
    return (await webhookCalls.call('resendFailedDeliveries', { path: { webhookId }, body }, signal)).count
  })
