/** The ids in the paths of webhooks and deliveries. A malformed id is not found, like an unknown one. */
import Type from 'typebox'
import { Problem } from '../../problem.ts'

const webhookId = Type.String({
  description: 'The `webhookId` of a webhook.',
  examples: ['whk_01kd3f9n8x4s6t2v7w0y5z1a3b'],
})
const deliveryId = Type.String({
  description: 'The `deliveryId` of a delivery.',
  examples: ['dlv_01kd3f9n8x4s6t2v7w0y5z1a3b'],
})

export const WebhookPath = Type.Object({ webhookId })
export const DeliveryPath = Type.Object({ webhookId, deliveryId })

export function webhookIdOf({ webhookId }: { webhookId: string }): string {
  if (!/^whk_[0-9a-z]{26}$/.test(webhookId)) throw new Problem('not-found', 'Webhook not found.')
  return webhookId
}

export function deliveryIdOf({ deliveryId }: { deliveryId: string }): string {
  if (!/^dlv_[0-9a-z]{26}$/.test(deliveryId)) throw new Problem('not-found', 'Delivery not found.')
  return deliveryId
}
