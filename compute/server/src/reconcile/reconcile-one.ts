import type { Claim } from './claim.ts'
import { makeEngineCalls } from './engine-calls.ts'
import { ActionExecutor, type ExecutorDeps } from './execute-action.ts'
import type { Interruption } from './interruption.ts'
import type { Outcome } from './outcome.ts'
import { workOnClaim } from './work-on-claim.ts'

export type ReconcileOneDeps = Omit<ExecutorDeps, 'calls'> &
  Parameters<typeof makeEngineCalls>[0] & {
    /** False where the deployment has changed meanwhile. */
    record(outcome: Outcome): Promise<boolean>
    /** Undefined once the claim is lost. */
    readAgain(id: string): Promise<Claim | undefined>
  }

/** Works on claimed deployments wherever their rows are kept: the sandbox keeps them in memory. */
export function makeReconcileOne(deps: ReconcileOneDeps): (claim: Claim, interruption: Interruption) => Promise<void> {
  const executor = new ActionExecutor({ ...deps, calls: makeEngineCalls(deps) })
  return async (claim, interruption) => {
    await workOnClaim({ ...deps, executor }, claim, interruption)
  }
}
