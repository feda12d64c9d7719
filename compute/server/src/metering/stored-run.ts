import type { MeteredRun } from '@service/compute-domain/metering/metered-run.ts'

/** A run as it stands written, with what it is charged by. */
export type StoredRun = {
  allocationId: string
  startedMs: number
  deploymentId: string
  companyId: string
  hubId: string
  /** The hub that its emissions are compared with; null where there is none. */
  comparedHubId: string | null
  /** By how much later it began than it was asked for. */
  delayedMs: number
  gpuType: string
  gpus: number
  simulated: boolean
  metered: MeteredRun
}
