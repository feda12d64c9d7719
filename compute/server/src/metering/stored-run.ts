import type { MeteredRun } from '@service/compute-domain/metering/metered-run.ts'

/** A run as it is stored, with what its price and emissions depend on. */
export type StoredRun = {
  allocationId: string
  startedMs: number
  deploymentId: string
  companyId: string
  hubId: string
  /** The hub that its emissions are compared with; null where there is none. */
  comparedHubId: string | null
  /** How much later it began than it was asked for. */
  delayedMs: number
  gpuType: string
  gpus: number
  simulated: boolean
  metered: MeteredRun
}
