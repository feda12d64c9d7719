import type { Allocation } from '@service/compute-server/allocations/model/allocation.ts'

/** An allocation as it is when it has been made, at an invented time. */
export const anAllocation = (more: Partial<Allocation> = {}): Allocation => ({
  id: 'alc_1',
  deploymentId: 'dep_1',
  companyId: 'cmp_invented',
  attempt: 1,
  hubId: 'se-1',
  gpuType: 'H100',
  gpus: 1,
  nodes: [{ name: 'node-0', gpus: 1 }],
  instanceName: 'svc-1-1',
  state: 'reserved',
  priceUsdPerGpuHour: 2,
  reservedAt: new Date('2026-11-20T12:00:00.000Z'),
  appliedAt: null,
  startedAt: null,
  finishedAt: null,
  readyAt: null,
  address: null,
  failingSince: null,
  restarts: null,
  restartsAt: null,
  reason: null,
  releasedAt: null,
  removedAt: null,
  ...more,
})
