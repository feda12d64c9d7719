/** Webhooks as agents are offered them: to look at and to test, never to make, redirect or remove. */
import type { Tool } from '../../mcp/mcp.ts'

export const listWebhooksTool: Tool = {
  name: 'list_webhooks',
  title: 'List webhooks',
  description: 'Lists where events are sent, with the health of each receiver.',
  effect: 'reads',
  says: ({ webhooks }: { webhooks: { health: { failuresInARow: number } }[] }) => {
    const failing = webhooks.filter(({ health }) => health.failuresInARow > 0).length
    return `${webhooks.length} webhooks, ${failing} of them failing.`
  },
}

export const testWebhookTool: Tool = {
  name: 'test_webhook',
  title: 'Test a webhook',
  description: 'Sends an example event of a kind to a webhook.',
  effect: 'adds',
  sendsOut: true,
  takes: { webhookId: 'The id of a webhook, such as whk_01kd….', event: true },
  says: ({ eventId }: { eventId: string }) =>
    `The event ${eventId} is being sent; list_attempts shows what came of it.`,
}
