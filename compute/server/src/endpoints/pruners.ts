import type { Pruner } from '@service/foundation/erasure/model/eraser.ts'
import * as tickets from './ticket-store.ts'

export const endpointPruners: readonly Pruner[] = [{ name: 'endpoint tickets', keptMs: 0, prune: tickets.prune }]
