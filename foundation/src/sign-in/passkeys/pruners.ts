import type { Pruner } from '../../erasure/model/eraser.ts'
import * as challenges from './challenge-store.ts'

export const passkeyPruners: readonly Pruner[] = [{ name: 'passkey challenges', keptMs: 0, prune: challenges.prune }]
