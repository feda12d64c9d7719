import type { Pruner } from '../../erasure/model/eraser.ts'
import * as grants from './grant-store.ts'

const unusedClientsMs = 7 * 24 * 3_600_000

/** What is left of assistants that no longer act for anybody. */
export const grantPruners: readonly Pruner[] = [
  { name: 'tokens of assistants', keptMs: 0, prune: grants.pruneTokens },
  { name: 'grants to assistants', keptMs: 0, prune: grants.prune },
  { name: 'clients of assistants', keptMs: unusedClientsMs, prune: grants.pruneClients },
]
