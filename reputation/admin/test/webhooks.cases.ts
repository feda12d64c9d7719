import { failingWebhook } from '@service/foundation-testing/webhooks/failing-webhook.ts'
import { clientOf } from '@service/reputation-testing/client.ts'
import type { RouteCases, World } from './route-case.ts'

const ugly = `<script>document.title = "taken"</script>\u202e{"message":"${'x'.repeat(600)}"}\n\u0007<img src=x onerror=alert(1)>`

async function aWebhook({ service, full }: World) {
  const { secret } = await service.newKey(full, { scopes: ['webhooks:manage'] })
  return failingWebhook(service, {
    companyId: full.companyId,
    client: clientOf(service.baseUrl, secret),
    path: '/api/v1/webhooks',
    event: 'screening.match',
    response: ugly,
  })
}

const below = (rest: string) => async (world: World) => `/webhooks/${(await aWebhook(world)).webhookId}/${rest}`

export const cases: RouteCases = {
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
