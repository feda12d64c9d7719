/** The ids in the paths of registrations and deliveries. What is no id of ours names nothing, like one that nothing bears. */
import Type from 'typebox'
import { Problem } from '../../problem.ts'

const webhookId = Type.String({ examples: ['whk_01kd3f9n8x4s6t2v7w0y5z1a3b'] })
const deliveryId = Type.String({ examples: ['dlv_01kd3f9n8x4s6t2v7w0y5z1a3b'] })

export const WebhookPath = Type.Object({ webhookId })
export const DeliveryPath = Type.Object({ webhookId, deliveryId })

export function webhookIdOf({ webhookId }: { webhookId: string }): string {
  if (!/^whk_[0-9a-z]{26}$/.test(webhookId)) throw new Problem('not-found', 'There is no such registration.')
  return webhookId
}

export function deliveryIdOf({ deliveryId }: { deliveryId: string }): string {
  if (!/^dlv_[0-9a-z]{26}$/.test(deliveryId)) throw new Problem('not-found', 'The registration has no such delivery.')
  return deliveryId
}
