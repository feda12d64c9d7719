/**
 * For tests of the control plane: simulated hubs that fail on demand, processes that place and reconcile, and what became
 * of it all. Grace and limits are a hundredth of the default ones.
 */

import { randomBytes } from 'node:crypto'
import { defaultLimits, type Limits } from '@service/compute-domain/deployments/limits.ts'
import type { DeploymentSpec } from '@service/compute-domain/deployments/spec.ts'
import type { Hub } from '@service/compute-domain/hubs/model/hub.ts'
import type { RefusalCause } from '@service/compute-domain/placement/refusal.ts'
import type { Engine, Instance } from '@service/compute-engines/engine.ts'
import { runningClock } from '@service/compute-engines/simulated/clock.ts'
import type { HubConditions } from '@service/compute-engines/simulated/hub-conditions.ts'
import { SimulatedEngine } from '@service/compute-engines/simulated/simulated-engine.ts'
import type { SimulatedInstances } from '@service/compute-engines/simulated/simulated-instances.ts'
import { syncHubs } from '@service/compute-server/hubs/sync-hubs.ts'
import type { PlacerDeps } from '@service/compute-server/placement/placement.ts'
import {
  type ControlPlane,
  type ControlPlaneSettings,
  openControlPlane,
} from '@service/compute-server/reconcile/reconcile.ts'
import type { AtStep } from '@service/compute-server/reconcile/steps.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { makeMetrics } from '@service/foundation/metrics/metrics.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { testKey } from '@service/foundation-testing/acts.ts'
import { sql } from 'kysely'
import { testSealer } from '../deployments/sealer.ts'
import { aMeter } from '../metering/metering.ts'
import { aPlacer, aSpec } from '../placement/placer.ts'

export const companyId = 'cmp_invented'

export const quickLimits: Limits = {
  ...defaultLimits,
  settleMs: 20,
  degradedMs: 300,
  unreachableMs: 300,
  failOverMs: 1_200,
  giveUpMs: 10_000,
  placeMs: 1_000,
  stopGraceMs: 100,
}

export const quickly: ControlPlaneSettings = {
  limits: quickLimits,
  engineTimeoutMs: 250,
  pollEveryMs: 50,
  probeEveryMs: 50,
  probeMs: 200,
  settleEveryMs: 150,
  orphanMs: 400,
}

export type TestProcess = {
  control: ControlPlane
  /** The deployment's id. */
  deploy(spec?: Partial<DeploymentSpec>): Promise<string>
  /** Hubs that its placer knows to be ready; that follows their announcement. */
  readyHubs(): string[]
  close(): Promise<void>
}

export type ControlPlaneSetup = {
  hubs: readonly Hub[]
  conditions: HubConditions
  instances: SimulatedInstances
  engineOf?: (hubId: string) => Engine | undefined
  settings?: ControlPlaneSettings
  atStep?: AtStep
  placer?: Partial<PlacerDeps>
}

/** Hubs are ready as soon as they have been seen. */
export async function startProcess(db: Database, setup: ControlPlaneSetup): Promise<TestProcess> {
  const { hubs, conditions, instances, settings = quickly, atStep } = setup
  const now = () => new Date()
  const newId = makeNewId({ now, randomBytes })
  const log = makeLogger({ level: 'error', form: 'json' })
  const all = await syncHubs(
    db,
    hubs.map((hub) => ({ hub, wanted: 'ready' })),
  )
  const clock = runningClock()
  const engines = new Map(
    all.map(({ hub }) => [
      hub.id,
      new SimulatedEngine({ hubId: hub.id, nodes: hub.nodes, instances, clock, conditions }),
    ]),
  )
  const meter = aMeter(db, now)
  let control: ControlPlane | undefined
  const placer = await aPlacer(db, hubs, {
    onPlaced: () => control?.wake(),
    metering: meter,
    ...setup.placer,
  })
  control = await openControlPlane(
    {
      db,
      now,
      newId,
      log,
      engineOf: setup.engineOf ?? ((hubId) => engines.get(hubId)),
      concurrencyAt: () => 512,
      placeAgain: placer.placeAgain,
      meter,
      sealer: testSealer,
      metrics: makeMetrics('test_'),
      ...(atStep && { atStep }),
    },
    settings,
  )
  return {
    control,
    async deploy(spec) {
      const placed = await placer.placeDeployment({
        companyId,
        actor: testKey,
        spec: aSpec(spec),
        operation: undefined,
      })
      return placed.id
    },
    readyHubs() {
      const { candidates, refused } = placer.preview(aSpec()).table
      const closed = new Set(refused.filter(({ cause }) => isClosed(cause)).map(({ hubId }) => hubId))
      return [...candidates, ...refused].map(({ hubId }) => hubId).filter((hubId) => !closed.has(hubId))
    },
    async close() {
      await control.close()
      await placer.close()
      await Promise.all([...engines.values()].map((engine) => engine.close()))
    },
  }
}

const isClosed = (cause: RefusalCause) => cause === 'closed' || cause === 'unreachable'

export type Found = {
  status: string
  reason: string | null
  message: string | null
  hubId: string | null
  attempt: number
  lease: string | null
  dueAt: Date | null
  runningAt: Date | null
  endedAt: Date | null
}

export async function find(db: Database, id: string): Promise<Found> {
  const { rows } = await sql<Found>`
    select status, reason, message, hub_id, attempt, lease, due_at, running_at, ended_at from deployments
     where deployment_id = ${id}`.execute(db.connection)
  return rows[0]!
}

/** Types of its events, the oldest first. */
export async function eventsOf(db: Database, id: string): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from deployment_events where deployment_id = ${id} order by event_id`.execute(db.connection)
  return rows.map(({ type }) => type)
}

/** Instances that run now, at all hubs. */
export async function runningAt(hubs: readonly Hub[], instances: SimulatedInstances): Promise<Instance[]> {
  const clock = runningClock()
  const found: Instance[] = []
  for (const { id: hubId, nodes } of hubs) {
    const engine = new SimulatedEngine({ hubId, nodes, instances, clock })
    const listed = await engine.list(new AbortController().signal)
    found.push(...listed.filter(({ state }) => state === 'running' || state === 'restarting'))
    await engine.close()
  }
  return found
}

export async function hubState(db: Database, hubId: string): Promise<string> {
  const { rows } = await sql<{ state: string }>`select state from hubs where hub_id = ${hubId}`.execute(db.connection)
  return rows[0]!.state
}

/** As if nothing had ever been deployed, and there were no hubs. */
export async function forgetAll(db: Database): Promise<void> {
  await sql`
    truncate hubs, hub_gpus, reconcilers, deployments, allocations, deployment_events, usage_segments, gpu_hours,
             gpu_hours_reserved cascade`.execute(db.connection)
}
