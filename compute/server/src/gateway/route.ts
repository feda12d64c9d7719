import type { EndpointAccess } from '@service/compute-domain/deployments/endpoint-access.ts'
import type { InstanceAddress } from '@service/compute-domain/deployments/instance-address.ts'
import type { DeploymentStatus, Reason } from '@service/compute-domain/deployments/status.ts'

/** Where a deployment is reached: `dep-…` is its name for good, the address that of its running allocation. */
export type Route = {
  name: string
  deploymentId: string
  companyId: string
  access: EndpointAccess
  status: DeploymentStatus
  reason: Reason | null
  /** Nothing really listens. */
  simulated: boolean
  /** Null while nothing runs that has a port. */
  address: Address | null
}

export type Address = InstanceAddress

/** Only what is meant to serve gets requests: one that is stopping may finish what it has. */
export const addressOf = ({ status, simulated, address }: Route): Address | undefined =>
  address && !simulated && (status === 'running' || status === 'degraded') ? address : undefined

export const isSame = (a: Address, b: Address): boolean =>
  a.host === b.host && a.port === b.port && a.through === b.through
