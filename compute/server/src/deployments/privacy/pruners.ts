/**
 * Removal of old deployments: first of their events, and later of the deployments with their usage. A company's usage is
 * kept for thirteen months at least, also where a shorter time is configured.
 */
import { dayMs } from '@service/compute-domain/time/time.ts'
import type { Pruner } from '@service/foundation/erasure/model/eraser.ts'
import { minUsageKeptDays } from '../model/kept-days.ts'
import { deleteDeployments, deleteEvents, deleteMonths } from './prune-store.ts'

type Options = { eventsKeptMs: number; usageKeptMs: number; now: () => Date }

export function deploymentPruners({ eventsKeptMs, usageKeptMs, now }: Options): readonly Pruner[] {
  const latest = () => now().getTime() - minUsageKeptDays * dayMs
  const cut = (before: Date): Date => new Date(Math.min(before.getTime(), latest()))
  return [
    { name: 'events of deployments', keptMs: eventsKeptMs, prune: deleteEvents },
    {
      name: 'deployments',
      keptMs: usageKeptMs,
      prune: (tx, before, limit) => deleteDeployments(tx, cut(before), limit),
    },
    // Behind the deployments that they are the sums of.
    {
      name: 'months of usage',
      keptMs: usageKeptMs,
      prune: (tx, before, limit) => deleteMonths(tx, cut(before), limit),
    },
  ]
}
