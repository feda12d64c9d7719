import type { Allocation } from './allocation.ts'

/** A row as PostgreSQL writes it as JSON: times are text. */
export type StoredAllocation = {
  allocation_id: string
  deployment_id: string
  company_id: string
  attempt: number
  hub_id: string
  gpu_type: string
  gpus: number
  nodes: Allocation['nodes']
  instance_name: string
  state: Allocation['state']
  price_usd_per_gpu_hour: number
  reserved_at: string
  applied_at: string | null
  started_at: string | null
  finished_at: string | null
  ready_at: string | null
  address: Allocation['address']
  failing_since: string | null
  restarts: number | null
  restarts_at: string | null
  reason: Allocation['reason']
  released_at: string | null
  removed_at: string | null
}

export const toAllocation = (row: StoredAllocation): Allocation => ({
  id: row.allocation_id,
  deploymentId: row.deployment_id,
  companyId: row.company_id,
  attempt: row.attempt,
  hubId: row.hub_id,
  gpuType: row.gpu_type,
  gpus: row.gpus,
  nodes: row.nodes,
  instanceName: row.instance_name,
  state: row.state,
  priceUsdPerGpuHour: row.price_usd_per_gpu_hour,
  reservedAt: new Date(row.reserved_at),
  appliedAt: toDate(row.applied_at),
  startedAt: toDate(row.started_at),
  finishedAt: toDate(row.finished_at),
  readyAt: toDate(row.ready_at),
  address: row.address,
  failingSince: toDate(row.failing_since),
  restarts: row.restarts,
  restartsAt: toDate(row.restarts_at),
  reason: row.reason,
  releasedAt: toDate(row.released_at),
  removedAt: toDate(row.removed_at),
})

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text))
