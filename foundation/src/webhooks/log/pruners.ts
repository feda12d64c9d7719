import type { Pruner } from '../../erasure/model/eraser.ts'
import { deleteDeliveries, deleteEvents, deleteRegistrations } from './prune-store.ts'

/** An event outlives its deliveries, whose body it holds, and a deleted registration those that name it. */
export const webhookPruners = (keptMs: number): readonly Pruner[] => [
  { name: 'webhook deliveries', keptMs, prune: deleteDeliveries },
  { name: 'events', keptMs, prune: deleteEvents },
  { name: 'deleted webhooks', keptMs, prune: deleteRegistrations },
]
