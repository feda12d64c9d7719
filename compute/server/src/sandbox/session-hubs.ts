/**
 * The hubs of one session: those of the example in their real places, each with a simulated engine of its own. What is free
 * follows from what the session's attempts hold; a hub falls silent and comes back by the rules of `hubs/health.ts`.
 */
import { afterResponse, afterSilence, type HubHealth, silentSince } from '@service/compute-domain/hubs/health.ts'
import type { Hub } from '@service/compute-domain/hubs/model/hub.ts'
import type { Engine } from '@service/compute-engines/engine.ts'
import type { HubCondition, HubConditions } from '@service/compute-engines/simulated/hub-conditions.ts'
import { SimulatedEngine } from '@service/compute-engines/simulated/simulated-engine.ts'
import { nextChange, type SimulatedInstance } from '@service/compute-engines/simulated/simulated-instance.ts'
import { simulatedInstancesInMemory } from '@service/compute-engines/simulated/simulated-instances.ts'
import type { Allocation } from '../allocations/model/allocation.ts'
import type { FreeGpus } from '../hubs/model/hub-gpus.ts'
import type { HubNow } from '../hubs/model/hub-now.ts'
import { KnownFleet } from '../placement/placement.ts'
import type { Claim } from '../reconcile/reconcile.ts'
import type { SessionClock } from './session-clock.ts'

type Deps = {
  hubs: readonly Hub[]
  homeCountry: string | null
  clock: SessionClock
  meanOver: (zone: string, hours: number) => number
  unreachableMs: number
  /** Something happened to an instance. */
  onHint(instanceName: string): void
}

/** By then a loop of crashes has been noticed. */
const crashesMs = 10 * 60_000

export class SessionHubs {
  readonly fleet: KnownFleet
  readonly #deps: Deps
  readonly #conditions: HubConditions = new Map()
  readonly #instances = simulatedInstancesInMemory()
  readonly #engines = new Map<string, SimulatedEngine>()
  readonly #health = new Map<string, HubHealth>()
  readonly #rows = new Map<string, FreeGpus[]>()
  readonly #crowded = new Set<string>()
  readonly #closing = new AbortController()

  constructor(deps: Deps) {
    this.#deps = deps
    const { hubs, homeCountry, meanOver, clock } = deps
    for (const hub of hubs) this.#rows.set(hub.id, emptyRows(hub))
    this.fleet = new KnownFleet({ hubs, homeCountry, meanOver, rows: [...this.#rows.values()].flat() })
    for (const { id } of hubs) {
      this.#health.set(id, { state: 'ready', seenAt: clock.now(), unreachableSince: null, graceBeganAt: null })
    }
    this.#adoptStates()
  }

  has(hubId: string): boolean {
    return this.#health.has(hubId)
  }

  condition(hubId: string): HubCondition {
    return this.#conditions.get(hubId) ?? {}
  }

  setCondition(hubId: string, condition: HubCondition): void {
    this.#conditions.set(hubId, { ...this.condition(hubId), ...condition })
  }

  isCrowded(hubId: string): boolean {
    return this.#crowded.has(hubId)
  }

  /** Others take whatever is free, or give it back. */
  setCrowded(hubId: string, isCrowded: boolean, held: readonly Allocation[]): void {
    if (isCrowded) this.#crowded.add(hubId)
    else this.#crowded.delete(hubId)
    this.count(hubId, held)
  }

  /** All hubs are well again. */
  mend(): void {
    this.#conditions.clear()
  }

  readonly engineOf = (hubId: string): Engine | undefined => {
    // An engine made after `close()` would never be closed.
    if (this.#closing.signal.aborted) return undefined
    const hub = this.fleet.hub(hubId)
    const known = this.#engines.get(hubId)
    if (!hub || known) return known
    const { clock } = this.#deps
    const shared = { instances: this.#instances, clock, conditions: this.#conditions }
    const engine = new SimulatedEngine({ hubId, nodes: hub.nodes, ...shared })
    this.#engines.set(hubId, engine)
    void this.#follow(engine)
    return engine
  }

  async #follow(engine: Engine): Promise<void> {
    for await (const { name } of engine.watch(this.#closing.signal)) this.#deps.onHint(name)
  }

  /** From now on the container ends soon after each of its starts. */
  async crash({ hubId, instanceName }: Allocation): Promise<void> {
    const found = await this.#instances.get(hubId, instanceName)
    if (!found || found.stoppedAt) return
    const at = this.#deps.clock.nowMs
    const crashing: SimulatedInstance = { ...found, image: 'sim/crash', appliedAt: new Date(at), pullMs: 0, startMs: 0 }
    await this.#instances.delete(hubId, instanceName)
    await this.#instances.put(crashing)
    this.#announce(crashing, at + crashesMs)
  }

  /** Hints at each change of an instance until then, as its engine does for those that it made. */
  #announce(instance: SimulatedInstance, untilMs: number): void {
    const { clock, onHint } = this.#deps
    const next = nextChange(instance, clock.now())
    if (!next || next.getTime() > untilMs) return
    clock.after(next.getTime() - clock.nowMs, () => {
      onHint(instance.name)
      this.#announce(instance, untilMs)
    })
  }

  /** Counts what is free at a hub again, from the allocations that hold something there. */
  count(hubId: string, held: readonly Allocation[]): void {
    const rows = (this.#rows.get(hubId) ?? []).map((row): FreeGpus => {
      const taken = new Map<string, number>()
      for (const one of held) {
        if (one.hubId !== hubId || one.gpuType !== row.gpuType || one.releasedAt) continue
        for (const { name, gpus } of one.nodes) taken.set(name, (taken.get(name) ?? 0) + gpus)
      }
      const free = row.nodes.map((name, node) =>
        this.#crowded.has(hubId) ? 0 : Math.max(0, (row.sizes[node] ?? 0) - (taken.get(name) ?? 0)),
      )
      return { ...row, free, version: row.version + 1 }
    })
    this.#rows.set(hubId, rows)
    this.fleet.adopt(rows)
    this.fleet.restore()
  }

  healthOf(hubId: string): Claim['hub'] {
    const health = this.#health.get(hubId)
    if (!health) return { state: 'unreachable', silentSince: null, seenAt: null }
    const isWell = health.unreachableSince === null && !this.condition(hubId).unreachable
    return {
      state: health.state,
      silentSince: silentSince(health),
      seenAt: isWell ? this.#deps.clock.now() : health.seenAt,
    }
  }

  /** Whether some hub is on its way from one state to another, so that hubs have to be probed. */
  get isUnsettled(): boolean {
    return [...this.#health].some(([id, { state, unreachableSince }]) =>
      this.condition(id).unreachable ? state !== 'unreachable' : unreachableSince !== null,
    )
  }

  /** One round of probes. `settle` brings a hub that is back in line before it takes anything. */
  async probe(
    settle: (hubId: string, engine: Engine) => Promise<void>,
  ): Promise<{ changed: string[]; back: string[] }> {
    const { clock, unreachableMs } = this.#deps
    const [changed, back]: [string[], string[]] = [[], []]
    for (const [hubId, before] of this.#health) {
      if (!this.condition(hubId).unreachable && before.unreachableSince === null) {
        this.#health.set(hubId, { ...before, seenAt: clock.now() })
        continue
      }
      const after = await this.#probed(hubId, before, settle, unreachableMs)
      this.#health.set(hubId, after)
      if (before.state !== after.state) changed.push(hubId)
      if (before.unreachableSince && !after.unreachableSince) back.push(hubId)
    }
    if (changed.length > 0) this.#adoptStates()
    return { changed, back }
  }

  async #probed(
    hubId: string,
    before: HubHealth,
    settle: (hubId: string, engine: Engine) => Promise<void>,
    unreachableMs: number,
  ): Promise<HubHealth> {
    const { clock } = this.#deps
    if (this.condition(hubId).unreachable) {
      return afterSilence(before, before.seenAt ?? clock.now(), clock.now(), { unreachableMs })
    }
    const engine = this.engineOf(hubId)
    if (engine) await settle(hubId, engine)
    return afterResponse(before, 'ready', clock.now())
  }

  read(): HubNow[] {
    return this.#deps.hubs.map((hub) => ({
      hub,
      nodes: hub.nodes.length,
      state: this.#health.get(hub.id)!.state,
      seenAt: this.healthOf(hub.id).seenAt,
      gpus: this.#rows
        .get(hub.id)!
        .map(({ gpuType, sizes, free }) => ({ gpuType, total: sum(sizes), free: sum(free) })),
    }))
  }

  /** Placement must not take a hub for forgotten whose clock was moved. */
  #adoptStates(): void {
    const states = [...this.#health].map(([hubId, { state }]) => ({ hubId, state, seenAt: null }))
    this.fleet.adoptStates(states, this.#deps.clock.now())
  }

  close(): void {
    this.#closing.abort()
    for (const engine of this.#engines.values()) void engine.close()
  }
}

const emptyRows = (hub: Hub): FreeGpus[] =>
  [...Map.groupBy(hub.nodes, ({ gpuType }) => gpuType)].map(([gpuType, nodes]) => ({
    hubId: hub.id,
    gpuType,
    nodes: nodes.map(({ name }) => name),
    sizes: nodes.map(({ gpus }) => gpus),
    free: nodes.map(({ gpus }) => gpus),
    version: 0,
  }))

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
