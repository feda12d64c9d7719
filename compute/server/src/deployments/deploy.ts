/**
 * From a request to a deployment that has its GPUs, or waits for a cleaner hour, and then, within the time that the
 * customer gives it, to one that runs. `placement/` finds it a hub, `reconcile/` makes it run.
 */
import type { DeploymentSpec } from '@service/compute-domain/deployments/spec.ts'
import type { DeploymentStatus } from '@service/compute-domain/deployments/status.ts'
import type { Operation } from '@service/foundation/idempotency/model/record.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { AgreedPlan } from '../plans/model/plan.ts'
import type { BoundedWaits } from './bounded-waits.ts'
import type { PlacedDeployment } from './model/deployment.ts'
import type { ReadDeployment } from './read-deployments.ts'
import type { Variables } from './sealed-env.ts'

/**
 * Writes a deployment with its GPUs taken, and wakes the reconciler. Throws `Problem`s: no feasible hub, no capacity, no
 * GPU-hours left. A resumed operation returns the deployment that it has made already.
 */
export type PlaceDeployment = (asked: {
  companyId: string
  /** Who asks for it. */
  actor: Act['actor']
  spec: DeploymentSpec
  /** Values of the environment variables that the specification names; none where absent. */
  env?: Variables
  operation: Operation | undefined
  /** It is refused where anything would be other than this. */
  agreed?: AgreedPlan | undefined
}) => Promise<PlacedDeployment>

export type Deploy = (asked: {
  companyId: string
  /** Who asks for it. */
  actor: Act['actor']
  spec: DeploymentSpec
  /** Values of the environment variables that the specification names; none where absent. */
  env?: Variables
  operation: Operation | undefined
  /** It is refused where anything would be other than this. */
  agreed?: AgreedPlan | undefined
  waitSeconds: number
  /** Aborts when the caller has disconnected. */
  gone: AbortSignal
}) => Promise<PlacedDeployment>

type Deps = { placeDeployment: PlaceDeployment; waits: BoundedWaits; readMade: ReadDeployment }

/** Statuses that a request waits out: not `scheduled`, which may last for hours. */
const onTheWay: readonly DeploymentStatus[] = ['provisioning']

export const makeDeploy =
  ({ placeDeployment, waits, readMade }: Deps): Deploy =>
  async ({ waitSeconds, gone, ...asked }) => {
    const placed = await placeDeployment(asked)
    if (waitSeconds === 0 || !onTheWay.includes(placed.status)) return placed
    const settled = async () => {
      const seen = await readMade(asked.companyId, placed.id)
      return onTheWay.includes(seen.status) ? undefined : seen
    }
    const of = { companyId: asked.companyId, deploymentId: placed.id }
    const seen = await waits.until(of, settled, { seconds: waitSeconds, gone })
    return seen ?? readMade(asked.companyId, placed.id)
  }
