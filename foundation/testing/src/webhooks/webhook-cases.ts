/** How the route walk opens the screens of webhooks, which both services have. */
import { clientOf } from '../client.ts'
import type { RouteCases } from '../pages/route-case.ts'
import type { WalkedService } from '../walk-operations.ts'
import { failingWebhook } from './failing-webhook.ts'

type World = { service: WalkedService; full: { companyId: string; userId: string } }

const ugly = `<script>document.title = "taken"</script>\u202e{"message":"${'x'.repeat(600)}"}\n\u0007<img src=x onerror=alert(1)>`

/** `path` is where the service has webhooks, and `event` a kind of event that they carry. */
export function webhookCases<W extends World>({ path, event }: { path: string; event: string }): RouteCases<W> {
  async function aWebhook({ service, full }: W) {
    const { secret } = await service.newKey(full, { scopes: ['webhooks:manage'] })
    const client = clientOf(service.baseUrl, secret)
    return failingWebhook(service, { companyId: full.companyId, client, path, event, response: ugly })
  }
  const below = (rest: string) => async (world: W) => `/webhooks/${(await aWebhook(world)).webhookId}/${rest}`
  return {
    '/webhooks': {
      at: async (world) => {
        await aWebhook(world)
        return '/webhooks'
      },
      shows: '127.0.0.1:61999/hook',
      empty: { at: '/webhooks', shows: 'Nothing is sent yet' },
    },
    '/webhooks/new': { at: '/webhooks/new', shows: 'Register the webhook', asksNothing: true },
    '/webhooks/$webhookId/deliveries/{-$deliveryId}': {
      at: async (world) => {
        const { webhookId, deliveryId } = await aWebhook(world)
        return `/webhooks/${webhookId}/deliveries/${deliveryId}`
      },
      shows: /You can send it again/,
    },
    '/webhooks/$webhookId/attempts': { at: below('attempts'), shows: 'Only a status of 2xx counts as received.' },
    '/webhooks/$webhookId/settings': { at: below('settings'), shows: 'The old secret signs too until' },
    '/webhooks/$webhookId/verify': { at: below('verify'), shows: 'Send 2 requests' },
  }
}
