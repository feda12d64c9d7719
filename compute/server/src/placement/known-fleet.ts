/**
 * What this process knows of the fleet: the operator's hubs with their free GPUs as the database had them, in memory,
 * because a placement goes over all of them.
 *
 * The database is the truth. A row replaces the known one if its version is later, because reads may overtake each other.
 * An outdated row does no harm: GPUs are taken in the database under a lock. What a batch takes here before it has
 * committed is undone by `restore`, to the last known rows.
 */
import type { Hub } from '@service/compute-domain/hubs/model/hub.ts'
import type { MeanIntensity } from '@service/compute-domain/placement/carbon-rates.ts'
import { Fleet, type NodeShare } from '@service/compute-domain/placement/fleet.ts'
import { Placement } from '@service/compute-domain/placement/placement.ts'
import type { FreeGpus, GpuVersion } from '../hubs/model/hub-gpus.ts'
import type { ObservedHub } from './hub-state-store.ts'

/** A hub that was not seen for so long takes nothing, whatever its state: the process that watches it may be dead. */
const maxUnseenMs = 60_000

type Pool = Pick<FreeGpus, 'hubId' | 'gpuType'>

type Options = {
  hubs: readonly Hub[]
  homeCountry: string | null
  meanOver: MeanIntensity
  /** The rows of those hubs, where they are known from the beginning. */
  rows?: readonly FreeGpus[]
}

export class KnownFleet {
  readonly #hubs: ReadonlyMap<string, Hub>
  readonly #homeCountry: string | null
  readonly #rows = new Map<string, FreeGpus>()
  readonly #states = new Map<string, ObservedHub>()
  readonly #taken = new Map<string, Pool>()
  #meanOver: MeanIntensity
  #statesAsOf = new Date(0)
  #placement: Placement

  constructor({ hubs, homeCountry, meanOver, rows = [] }: Options) {
    this.#hubs = new Map(hubs.map((hub) => [hub.id, hub]))
    this.#homeCountry = homeCountry
    this.#meanOver = meanOver
    for (const row of rows) this.#rows.set(keyOf(row), row)
    this.#placement = this.#layOut()
  }

  get placement(): Placement {
    return this.#placement
  }

  get hasReadyHub(): boolean {
    return [...this.#states.values()].some(({ state }) => state === 'ready')
  }

  hub(id: string): Hub | undefined {
    return this.#hubs.get(id)
  }

  /** Takes over rows of some hubs; those no later than the known ones are ignored. */
  adopt(rows: readonly FreeGpus[]): void {
    this.#replace(rows.filter((row) => row.version > (this.#rows.get(keyOf(row))?.version ?? -1)))
  }

  /** The hubs whose rows in the database are others than the known ones, by the versions of all rows there. */
  outdatedHubs(versions: readonly GpuVersion[]): string[] {
    const outdated = versions.filter(
      (one) => this.#hubs.has(one.hubId) && one.version !== this.#rows.get(keyOf(one))?.version,
    )
    return [...new Set(outdated.map(({ hubId }) => hubId))]
  }

  /**
   * Takes over the rows of all hubs, of which `rows` are those that may have changed: another process may have removed
   * nodes, or added them as new ones.
   */
  adoptAll(present: readonly GpuVersion[], rows: readonly FreeGpus[]): void {
    const there = new Set([...present, ...rows].map(keyOf))
    const gone = [...this.#rows.keys()].filter((key) => !there.has(key))
    for (const key of gone) this.#rows.delete(key)
    const changed = rows.filter((row) => row.version !== this.#rows.get(keyOf(row))?.version)
    this.#replace(changed, gone.length > 0)
  }

  /** Takes over the states of some hubs, or of all. */
  adoptStates(states: readonly ObservedHub[], now: Date): void {
    const ours = states.filter(({ hubId }) => this.#hubs.has(hubId))
    for (const state of ours) this.#states.set(state.hubId, state)
    this.#statesAsOf = now
    this.#setStates(
      this.#placement.fleet,
      ours.map(({ hubId }) => hubId),
    )
  }

  setCarbon(meanOver: MeanIntensity): void {
    this.#meanOver = meanOver
    this.#placement.setCarbon(meanOver)
  }

  take(hubId: string, gpuType: string, count: number): readonly NodeShare[] | undefined {
    const pool = { hubId, gpuType }
    this.#taken.set(keyOf(pool), pool)
    return this.#placement.reserve(hubId, { gpuType, count })
  }

  /** Undoes what was taken here since the last `restore`; what was committed has been adopted by then. */
  restore(): void {
    for (const [key, { hubId, gpuType }] of this.#taken) {
      const row = this.#rows.get(key)
      if (row) this.#placement.fleet.setFreeNodes(hubId, gpuType, row.free)
    }
    this.#taken.clear()
  }

  #replace(rows: readonly FreeGpus[], otherNodes = false): void {
    const ours = rows.filter(({ hubId }) => this.#hubs.has(hubId))
    const sameNodes = ours.every((row) => hasSameNodes(this.#rows.get(keyOf(row)), row))
    for (const row of ours) this.#rows.set(keyOf(row), row)
    if (otherNodes || !sameNodes) this.#placement = this.#layOut()
    else for (const { hubId, gpuType, free } of ours) this.#placement.fleet.setFreeNodes(hubId, gpuType, free)
  }

  /** The placement over the nodes in the database: another process may have read a later hub file. */
  #layOut(): Placement {
    const nodes = Map.groupBy(this.#rows.values(), ({ hubId }) => hubId)
    const hubs = [...this.#hubs.values()].map((hub) => ({
      ...hub,
      nodes: (nodes.get(hub.id) ?? []).flatMap(({ gpuType, nodes, sizes }) =>
        nodes.map((name, node) => ({ name, gpuType, gpus: sizes[node] ?? 0 })),
      ),
    }))
    const fleet = new Fleet(hubs)
    for (const { hubId, gpuType, free } of this.#rows.values()) fleet.setFreeNodes(hubId, gpuType, free)
    this.#setStates(fleet, this.#hubs.keys())
    return new Placement(fleet, { homeCountry: this.#homeCountry, meanOver: this.#meanOver })
  }

  /** A hub without a row in the database takes nothing. */
  #setStates(fleet: Fleet, hubIds: Iterable<string>): void {
    for (const id of hubIds) {
      const { state, seenAt } = this.#states.get(id) ?? { state: 'unreachable', seenAt: null }
      const unseen = seenAt !== null && this.#statesAsOf.getTime() - seenAt.getTime() > maxUnseenMs
      fleet.setState(id, state === 'ready' && unseen ? 'unreachable' : state)
    }
  }
}

const keyOf = ({ hubId, gpuType }: Pool): string => `${hubId} ${gpuType}`

const hasSameNodes = (a: FreeGpus | undefined, b: FreeGpus): boolean =>
  a !== undefined &&
  a.nodes.length === b.nodes.length &&
  a.nodes.every((name, i) => name === b.nodes[i] && a.sizes[i] === b.sizes[i])
