/**
 * What a hub holds against what it should hold, instance by instance. The highest attempt of a deployment is the one that
 * counts; whatever else runs is ended, known duplicates at once, strangers with our label after a while, for the commit
 * that explains them may be on its way.
 */
import { hasEnded, isUp } from '@service/compute-domain/deployments/status.ts'
import type { Instance } from '@service/compute-engines/engine.ts'
import type { HeldAllocation } from './held-store.ts'

export type Judgement = {
  /** To be stopped and forgotten by the engine. */
  end: string[]
  /** Known to run no more, so that their GPUs are free. */
  released: HeldAllocation[]
  /** Known to be forgotten by the engine. */
  removed: HeldAllocation[]
  /** Deployments to be looked at: the instance is not what it was. */
  due: string[]
  /** Ours by label, and not known. */
  strangers: string[]
}

export function judgeInstances(instances: readonly Instance[], held: readonly HeldAllocation[]): Judgement {
  const judgement: Judgement = { end: [], released: [], removed: [], due: [], strangers: [] }
  const byName = new Map(instances.map((instance) => [instance.name, instance]))
  for (const allocation of held) {
    const instance = byName.get(allocation.instanceName)
    byName.delete(allocation.instanceName)
    judgeOne(judgement, allocation, instance)
  }
  judgement.strangers.push(...byName.keys())
  return judgement
}

function judgeOne(judgement: Judgement, held: HeldAllocation, instance: Instance | undefined): void {
  const superseded = held.attempt < held.deploymentAttempt
  const over = superseded || hasEnded(held.status)
  if (held.state === 'released') {
    // Kept for its logs, as long as it is the last attempt and has really ended.
    if (!instance) judgement.removed.push(held)
    else if (superseded || instance.state === 'running' || instance.state === 'restarting')
      judgement.end.push(instance.name)
    if (instance && judgement.end.includes(instance.name)) judgement.removed.push(held)
    return
  }
  if (over) {
    if (instance) judgement.end.push(instance.name)
    judgement.released.push(held)
    judgement.removed.push(held)
  } else if (held.state === 'lost') {
    judgement.due.push(held.deploymentId)
  } else if (held.state === 'running' && isUp(held.status) && hasChanged(held, instance)) {
    judgement.due.push(held.deploymentId)
  }
}

const hasChanged = (held: HeldAllocation, instance: Instance | undefined): boolean =>
  instance?.state !== 'running' || instance.startedAt?.getTime() !== held.startedAt?.getTime()
