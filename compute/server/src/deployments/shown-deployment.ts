/** A deployment as its customer sees it: with the nodes of its present or last attempt. */
import type { CarbonGrade } from '@service/compute-domain/carbon/grade.ts'
import type { DeploymentSpec } from '@service/compute-domain/deployments/spec.ts'
import type { DeploymentStatus } from '@service/compute-domain/deployments/status.ts'
import type { Explanation } from '@service/compute-domain/placement/placement.ts'

export type ShownDeployment = {
  id: string
  endpointName: string
  spec: DeploymentSpec
  simulated: boolean
  cpuOnly: boolean
  status: DeploymentStatus
  reason: string | null
  message: string | null
  statusSince: Date
  /** How often it was begun so far. */
  attempt: number
  hubId: string | null
  country: string | null
  priceUsdPerGpuHour: number | null
  carbonIntensity: number | null
  carbonGrade: CarbonGrade | null
  /** Null before it has been placed. */
  placement: Explanation | null
  startAt: Date | null
  latestStartAt: Date | null
  createdAt: Date
  runningAt: Date | null
  endedAt: Date | null
  nodes: readonly { name: string; gpus: number }[]
}

export type ShownEvent = {
  id: string
  type: string
  status: string | null
  reason: string | null
  message: string | null
  hubId: string | null
  attempt: number | null
  actor: string
  at: Date
}
