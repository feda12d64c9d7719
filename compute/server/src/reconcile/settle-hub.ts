/**
 * Brings a hub that answers in line with what is written: ends what runs there although it runs elsewhere by now, or not
 * at all any more, and has deployments looked at whose instance is not what it was. Done before a hub that was lost takes
 * anything again (so nothing runs twice), and every so often, for changes that nobody announced.
 */

import type { Engine, Instance } from '@service/compute-engines/engine.ts'
import { type Database, GroupCommit } from '@service/foundation/database/database.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import { giveBackGpus } from '../hubs/hubs.ts'
import { makeDue } from './claim-store.ts'
import type { ControlMetrics } from './control-metrics.ts'
import type { HeldAllocation } from './held-store.ts'
import * as store from './held-store.ts'
import { judgeInstances } from './judge-instances.ts'
import { probe } from './probe.ts'
import type { AtStep } from './steps.ts'
import { within } from './within.ts'

type Deps = {
  db: Database
  now: () => Date
  log: Logger
  metrics: ControlMetrics
  atStep: AtStep
  /** Deployments were made due. */
  wake(): void
  orphanMs: number
  stopGraceMs: number
}

/** When thousands of hubs come back at the same moment, not all that runs at them is in memory. */
const hubsReadAtOnce = 100
const endedAtOnce = 8
const probedAtOnce = 32
const probeMs = 2_000
const listMs = 10_000

/** Returns how many instances it has compared. */
export type SettleHub = (hubId: string, engine: Engine, signal: AbortSignal) => Promise<number>

export function makeSettleHub({ db, now, log, metrics, atStep, wake, orphanMs, stopGraceMs }: Deps): SettleHub {
  /** When strangers were first seen, by hub. */
  const strangers = new Map<string, Map<string, number>>()
  /** Many hubs are settled at the same time: one statement reads for several. */
  const allocations = new GroupCommit<string, HeldAllocation[]>(
    async (hubIds) => {
      const byHub = Map.groupBy(await store.heldAt(db.connection, hubIds), ({ hubId }) => hubId)
      return hubIds.map((hubId) => byHub.get(hubId) ?? [])
    },
    { largestBatch: hubsReadAtOnce },
  )

  return async (hubId, engine, signal) => {
    const instances = await within(listMs, signal, (until) => engine.list(until))
    const held = await allocations.submit(hubId)
    const { end, released, removed, due, strangers: unknown } = judgeInstances(instances, held)
    const orphans = await notHeldElsewhere(orphansAmong(hubId, unknown))
    if (orphans.length > 0) log.warn({ hubId, instances: orphans }, 'removing orphaned instances')
    if (end.length > 0) log.info({ hubId, instances: end }, 'ending instances of superseded attempts')
    await inParallel([...end, ...orphans], endedAtOnce, async (name) => {
      await within(stopGraceMs + listMs, signal, (until) => engine.stop(name, stopGraceMs / 1_000, until))
      await within(listMs, signal, (until) => engine.remove(name, until))
    })
    if (end.length > 0) atStep('after-engine-remove')
    metrics.fenced(end.length)
    metrics.orphansRemoved(orphans.length)
    if (released.length + removed.length > 0) await writeGone(released, removed)
    const failing = await changedPorts(engine, instances, held, signal)
    const looked = [...new Set([...due, ...failing])]
    await makeDue(db.connection, looked, now())
    if (looked.length > 0) wake()
    return Math.max(instances.length, held.length)
  }

  async function writeGone(released: readonly HeldAllocation[], removed: readonly HeldAllocation[]): Promise<void> {
    await db.transaction(async (tx) => {
      const at = now()
      const ids = (held: readonly HeldAllocation[]) => held.map(({ id }) => id)
      const freed = await store.release(tx, ids(released), at)
      await store.markRemoved(tx, ids(removed), at)
      await giveBackGpus(
        tx,
        released.filter(({ id }) => freed.has(id)),
      )
    })
  }

  function orphansAmong(hubId: string, names: readonly string[]): string[] {
    const before = strangers.get(hubId)
    const firstSeen = new Map(names.map((name) => [name, before?.get(name) ?? performance.now()]))
    strangers.set(hubId, firstSeen)
    return names.filter((name) => performance.now() - firstSeen.get(name)! >= orphanMs)
  }

  /** A hub that left the file, and the one that took its place, may have the same engine: each sees what the other holds. */
  async function notHeldElsewhere(names: readonly string[]): Promise<readonly string[]> {
    const held = await store.heldAmong(db.connection, names)
    return names.filter((name) => !held.has(name))
  }

  /** Deployments whose port has begun, or ceased, to answer. */
  async function changedPorts(
    engine: Engine,
    instances: readonly Instance[],
    held: readonly HeldAllocation[],
    signal: AbortSignal,
  ): Promise<string[]> {
    const byName = new Map(held.map((allocation) => [allocation.instanceName, allocation]))
    const changed: string[] = []
    await inParallel(instances, probedAtOnce, async ({ name, address, state }) => {
      const allocation = byName.get(name)
      if (!allocation || !address || state !== 'running' || allocation.state !== 'running') return
      const { portOpen } = await probe(address, allocation.healthPath, { signal, limitMs: probeMs, engine })
      if (portOpen !== (allocation.failingSince === null)) changed.push(allocation.deploymentId)
    })
    return changed
  }
}

async function inParallel<T>(items: readonly T[], width: number, claim: (item: T) => Promise<void>): Promise<void> {
  const left = [...items]
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await claim(item)
  }
  await Promise.all(Array.from({ length: Math.min(width, left.length) }, worker))
}
