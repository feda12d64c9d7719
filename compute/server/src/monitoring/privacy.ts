import type { Pruner } from '@service/foundation/erasure/model/eraser.ts'
import { deleteOld } from './sample-store.ts'

export const samplePruner = (keptMs: number): Pruner => ({ name: 'minutes of usage', keptMs, prune: deleteOld })
