/** For tests of webhooks through the API: clients that may manage them, and registrations. */
import { type Client, newClient } from './client.ts'
import type { RunningService } from './running-service.ts'

export const webhooks = '/api/v1/webhooks'
/** Nobody listens there. */
export const deadUrl = 'http://127.0.0.1:61999/hook'

export type Webhook = {
  webhookId: string
  url: string
  hasSecret: boolean
  previousSecretUntil: string | null
  secret?: string
}
export type Delivery = { deliveryId: string; state: string; eventId: string; madeAt: string; attempts: number }

export const newWebhookClient = (service: RunningService) => newClient(service, ['webhooks:manage', 'screening:read'])

export async function createWebhook(client: Client, more: Record<string, unknown> = {}): Promise<Webhook> {
  const { status, body, text } = await client.send<Webhook>('POST', webhooks, { url: deadUrl, ...more })
  if (status !== 201) throw new Error(text)
  return body
}
