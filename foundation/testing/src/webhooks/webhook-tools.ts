/** Calls of the tools on webhooks, which both services have, made of the examples of their operations. */
import type { ToolExample } from '../mcp/walk-tools.ts'
import type { OperationExample, Owner, WalkedService } from '../walk-operations.ts'

export function webhookTools<Service extends WalkedService>(
  examples: Readonly<Record<string, OperationExample<Service>>>,
  event: string,
): Record<string, ToolExample<Service>> {
  const idsOf = (operation: string) => async (service: Service, owner: Owner) =>
    (await examples[operation]?.path?.(service, owner)) ?? {}
  const aWebhook = idsOf('getWebhook')
  return {
    list_webhooks: {},
    test_webhook: { arguments: async (service, owner) => ({ ...(await aWebhook(service, owner)), event }) },
    list_failed_deliveries: { arguments: aWebhook },
    list_attempts: { arguments: aWebhook },
    resend_delivery: { arguments: idsOf('resendDelivery') },
  }
}
