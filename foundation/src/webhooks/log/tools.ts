/** Deliveries as agents are offered them. What a receiver responded is text of strangers. */
import type { Tool } from '../../mcp/mcp.ts'

const webhookId = 'The id of a webhook, such as whk_01kd….'
const limit = { description: 'How many at most.', default: 20, maximum: 100 }

export const listFailedDeliveriesTool: Tool = {
  name: 'list_failed_deliveries',
  title: 'List failed deliveries',
  description: 'Lists the deliveries of a webhook that failed for good, newest first.',
  effect: 'reads',
  takes: { webhookId, since: true, limit, cursor: true },
  always: { state: 'failed' },
  says: ({ deliveries, nextCursor }: { deliveries: unknown[]; nextCursor: string | null }) =>
    `${deliveries.length} deliveries failed.${nextCursor === null ? '' : ' There are more.'}`,
}

export const listAttemptsTool: Tool = {
  name: 'list_attempts',
  title: 'List delivery attempts',
  description:
    'Lists attempts to deliver to a webhook, newest first, with status, error and what the receiver responded.',
  effect: 'reads',
  takes: { webhookId, deliveryId: true, outcome: true, limit, cursor: true },
  untrusted: ['answer'],
  says: ({ attempts: [latest, ...earlier] }: { attempts: { outcome: string; at: string; status: number | null }[] }) =>
    latest
      ? `${earlier.length + 1} attempts; the latest at ${latest.at} ${latest.outcome} with status ${latest.status ?? 'none'}.`
      : 'There were no attempts.',
}

export const resendDeliveryTool: Tool = {
  name: 'resend_delivery',
  title: 'Send a delivery again',
  description: 'Sends one delivery again, under the same id and with the same body.',
  effect: 'adds',
  sendsOut: true,
  takes: { webhookId, deliveryId: 'The id of a delivery, such as dlv_01kd….' },
  omits: ['body'],
  says: ({ deliveryId, state }: { deliveryId: string; state: string }) => `${deliveryId} is ${state}.`,
}
