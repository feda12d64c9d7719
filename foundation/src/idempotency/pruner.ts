import type { Pruner } from '../erasure/model/eraser.ts'
import { rememberedMs } from './idempotency.ts'
import { deleteForgotten } from './idempotency-store.ts'

export const idempotencyPruner: Pruner = { name: 'idempotency keys', keptMs: rememberedMs, prune: deleteForgotten }
