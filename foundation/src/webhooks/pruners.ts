import type { Pruner } from '../erasure/eraser.ts'
import { deleteDeliveries, deleteEvents, deleteRegistrations } from './prune-store.ts'

/** An event outlives its deliveries, whose body it holds, and a deleted registration those that name it. */
export const webhookPruners: readonly Pruner[] = [
  { name: 'webhook deliveries', prune: deleteDeliveries },
  { name: 'events', prune: deleteEvents },
  { name: 'deleted webhooks', prune: deleteRegistrations },
]
