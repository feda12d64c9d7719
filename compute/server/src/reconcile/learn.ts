import { restartMark } from '@service/compute-domain/deployments/crash-loop.ts'
import type { Limits } from '@service/compute-domain/deployments/limits.ts'
import type { Allocation } from '../allocations/model/allocation.ts'
import type { EngineObservation } from './engine-calls.ts'

/** The allocation with what was seen of its instance. */
export function learn(allocation: Allocation, observation: EngineObservation, now: Date, limits: Limits): Allocation {
  if (observation.kind !== 'seen') return allocation
  const { instance, portOpen } = observation
  const mark = restartMark(
    { restartsFrom: allocation.restartsAt && { count: allocation.restarts ?? 0, at: allocation.restartsAt } },
    instance.restarts,
    now,
    limits,
  )
  const failing = portOpen === false || instance.state !== 'running'
  return {
    ...allocation,
    state: allocation.state === 'reserved' ? 'applied' : allocation.state,
    appliedAt: allocation.appliedAt ?? now,
    startedAt: instance.startedAt,
    finishedAt: instance.finishedAt,
    // One that is just being started again has none, and has the same once it is up: who asks then must find it.
    address: instance.address ?? allocation.address,
    reason: instance.outOfMemory === 'no' ? allocation.reason : 'out_of_memory',
    restarts: mark.count,
    restartsAt: mark.at,
    failingSince: failing && allocation.readyAt ? (allocation.failingSince ?? now) : null,
  }
}
