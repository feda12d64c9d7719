/**
 * The control plane: what makes it come true that deployments run where they were placed, and nowhere else.
 *
 * The state of a deployment stands in its rows. The placer writes an **intent**: the deployment, an allocation that is
 * `reserved`, and that it is due. From then on a **reconciler** (`reconciler.ts`) claims it whenever it is due, asks the
 * pure `deployments/decide.ts` what to do next, does it, one engine call at a time and outside of any transaction
 * (`execute-action.ts`, `engine-calls.ts`), and writes what came of it, with the event, the freed GPUs and the meter, if the
 * deployment is still its own and as it was (`record-outcomes.ts`). Every step may be repeated: an instance's name
 * follows from deployment and attempt, so a repeated call finds what the first one made.
 *
 * The **watch** (`watch-hubs.ts`), in one process at a time, asks every hub for a proof of life, makes deployments
 * due whose instance is not what it was, and ends what runs although another attempt has taken over.
 *
 * A process may die at any of `steps.ts`. Its lease is void three seconds later, at the next start at once where the
 * database is its own; the reconciler that then claims the deployment sees what is written and what runs, and goes on from there.
 */
import type { Limits } from '@service/compute-domain/deployments/limits.ts'
import type { Metrics } from '@service/foundation/metrics/metrics.ts'
import { type ControlMetrics, makeControlMetrics } from './control-metrics.ts'
import { defaultReconcilerSettings, Reconciler, type ReconcilerDeps, type ReconcilerSettings } from './reconciler.ts'
import { makeSettleHub } from './settle-hub.ts'
import type { AtStep } from './steps.ts'
import { HubWatch } from './watch-hubs.ts'

export type { After } from './after.ts'
export type { Claim } from './claim.ts'
export { type HubActs, hubRules, makeHubActs } from './hub-acts.ts'
export { hubCommands } from './hub-commands.ts'
export { Interruption } from './interruption.ts'
export { judgeInstances } from './judge-instances.ts'
export type { PlaceAgain, PlaceRequest, PlaceResult } from './next-placement.ts'
export type { Outcome } from './outcome.ts'
export { outcomeEvents } from './outcome-events.ts'
export { makeReconcileOne } from './reconcile-one.ts'
export type { AtStep, Step } from './steps.ts'

export interface ControlPlane {
  /** Deployments are due: those of this process's placements, or whatever it changed. */
  wake(): void
  /** Deployments that are worked on now. */
  readonly busy: number
  /** Gives everything back. What runs goes on running. */
  close(): Promise<void>
}

export type ControlPlaneDeps = Omit<ReconcilerDeps, 'metrics' | 'atStep'> & { metrics: Metrics; atStep?: AtStep }

export type ControlPlaneSettings = { limits: Limits } & Partial<Omit<ReconcilerSettings, 'limits'>> & {
    probeEveryMs?: number
    probeMs?: number
    settleEveryMs?: number
    orphanMs?: number
  }

const defaultWatchSettings = { probeEveryMs: 5_000, probeMs: 4_500, settleEveryMs: 10_000, orphanMs: 120_000 }

/** `syncHubs` has been done. Any number of processes may open one, on one database. */
export async function openControlPlane(deps: ControlPlaneDeps, settings: ControlPlaneSettings): Promise<ControlPlane> {
  const { atStep = () => {} } = deps
  const whole = { ...defaultReconcilerSettings, ...defaultWatchSettings, ...settings }
  const { unreachableMs, stopGraceMs } = settings.limits
  const metrics: ControlMetrics = makeControlMetrics(deps.metrics)
  const reconciler = await Reconciler.start({ ...deps, metrics, atStep }, whole)
  const wake = () => reconciler.wake()
  const settleHub = makeSettleHub({ ...deps, metrics, atStep, wake, orphanMs: whole.orphanMs, stopGraceMs })
  const hubWatch = new HubWatch(
    {
      ...deps,
      settleHub,
      wake,
      isLeader: () => reconciler.isLeader,
      isBusy: (id) => reconciler.isBusy(id),
    },
    { ...whole, unreachableMs },
  )
  return {
    wake,
    get busy() {
      return reconciler.busy
    },
    async close() {
      await hubWatch.stop()
      await reconciler.stop()
    },
  }
}
