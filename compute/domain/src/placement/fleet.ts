/**
 * All hubs with what is free at them, laid out for placement: hubs in the order of their ids, and for each type of GPU
 * and hub a **pool**, `type × hubs + hub`, whose numbers are in typed arrays.
 *
 * Index bounds: pools have the numbers of a type and a hub, and columns an entry for each node.
 */
import { type GpuType, gpuTypes } from '../gpus/gpus.ts'
import type { Hub, HubState } from '../hubs/model/hub.ts'
import { pricePerGpuHour } from '../pricing/pricing.ts'
import { type Nodes, pack, roomOn } from './pack.ts'

export type NodeShare = { name: string; gpus: number }

/** The nodes of a pool; `names`, too, has an entry for every node. */
type Pool = Nodes & { readonly names: readonly string[] }

export class Fleet {
  readonly hubs: readonly Hub[]
  /** GPUs by pool; 0 where the hub has none of the type. */
  readonly total: Int32Array
  /** How many GPUs one deployment can have now at most, by pool; 0 while the hub is not ready. */
  readonly room: Int32Array
  readonly price: Float64Array
  /** Share of the pool's GPUs that is taken, in [0, 1]. */
  readonly usedShare: Float64Array
  readonly #byType: readonly Pick<Fleet, 'total' | 'room' | 'price' | 'usedShare'>[]
  readonly #pools: (Pool | undefined)[]
  readonly #hubNumbers: ReadonlyMap<string, number>
  /** The states of hubs that are not ready, by number. */
  readonly #states = new Map<number, Exclude<HubState, 'ready'>>()

  /** All GPUs free, all hubs ready. Throws `RangeError` for a type that the catalogue lacks, or an id that comes twice. */
  constructor(hubs: readonly Hub[]) {
    this.hubs = [...hubs].sort((a, b) => (a.id < b.id ? -1 : 1))
    this.#hubNumbers = new Map(this.hubs.map(({ id }, number) => [id, number]))
    if (this.#hubNumbers.size < hubs.length) throw new RangeError('two hubs have the same id')
    const pools = gpuTypes.length * hubs.length
    this.total = new Int32Array(pools)
    this.room = new Int32Array(pools)
    this.price = new Float64Array(pools)
    this.usedShare = new Float64Array(pools)
    this.#pools = new Array<Pool | undefined>(pools).fill(undefined)
    for (const [number, hub] of this.hubs.entries()) this.#addPools(number, hub)
    this.#byType = gpuTypes.map((_, type) => {
      const range = [type * hubs.length, (type + 1) * hubs.length] as const
      return {
        total: this.total.subarray(...range),
        room: this.room.subarray(...range),
        price: this.price.subarray(...range),
        usedShare: this.usedShare.subarray(...range),
      }
    })
  }

  /** The columns of one type, by hub. */
  ofType(type: number): Pick<Fleet, 'total' | 'room' | 'price' | 'usedShare'> {
    const columns = this.#byType[type]
    if (!columns) throw new RangeError(`unknown type of GPU: ${type}`)
    return columns
  }

  /** Undefined for one that is not in the catalogue. */
  typeNumber(gpuType: string): number | undefined {
    return typeNumbers.get(gpuType)
  }

  hubNumber(hubId: string): number | undefined {
    return this.#hubNumbers.get(hubId)
  }

  setState(hubId: string, state: HubState): void {
    const hub = this.#hubNumbers.get(hubId)
    if (hub === undefined || state === this.stateOf(hub)) return
    if (state === 'ready') this.#states.delete(hub)
    else this.#states.set(hub, state)
    for (let number = hub; number < this.#pools.length; number += this.hubs.length) this.#recount(number)
  }

  stateOf(hub: number): HubState {
    return this.#states.get(hub) ?? 'ready'
  }

  /** The hubs that take no new deployments, by number, and why. */
  get notReady(): ReadonlyMap<number, Exclude<HubState, 'ready'>> {
    return this.#states
  }

  /** Free GPUs node by node, in the hub's order; undefined where the hub has none of the type. */
  freeNodes(hubId: string, gpuType: string): readonly number[] | undefined {
    const pool = this.#pools[this.#poolNumber(hubId, gpuType)]
    return pool && [...pool.free]
  }

  /** Replaces the free GPUs of each node. Throws `RangeError` for numbers that these nodes cannot have. */
  setFreeNodes(hubId: string, gpuType: string, free: readonly number[]): void {
    const number = this.#poolNumber(hubId, gpuType)
    const pool = this.#pools[number]
    if (!pool || free.length !== pool.sizes.length) throw new RangeError(`${hubId} has other nodes of ${gpuType}`)
    for (const [node, size] of pool.sizes.entries()) {
      const count = free[node]
      if (count === undefined || !(count >= 0 && count <= size)) throw new RangeError(`${count} of ${size} GPUs free`)
    }
    pool.free.set(free)
    this.#recount(number)
  }

  /** Takes GPUs and returns of which nodes; undefined where there is no room. */
  take(hubId: string, gpuType: string, count: number): readonly NodeShare[] | undefined {
    const number = this.#poolNumber(hubId, gpuType)
    const pool = this.#pools[number]
    const taken = pool && pack(count, pool)
    if (!taken) return undefined
    const shares: NodeShare[] = []
    for (const [node, name] of pool.names.entries()) {
      const gpus = taken[node] ?? 0
      if (gpus === 0) continue
      pool.free[node]! -= gpus
      shares.push({ name, gpus })
    }
    this.#recount(number)
    return shares
  }

  /** Throws `RangeError` when more comes back than was taken. */
  giveBack(hubId: string, gpuType: string, shares: readonly NodeShare[]): void {
    const number = this.#poolNumber(hubId, gpuType)
    const pool = this.#pools[number]
    if (!pool) throw new RangeError(`${hubId} has no ${gpuType}`)
    for (const { name, gpus } of shares) {
      const node = pool.names.indexOf(name)
      const [left, size] = [pool.free[node], pool.sizes[node]]
      if (left === undefined || size === undefined || left + gpus > size)
        throw new RangeError(`${gpus} GPUs too many at ${name}`)
      pool.free[node] = left + gpus
    }
    this.#recount(number)
  }

  #poolNumber(hubId: string, gpuType: string): number {
    return (typeNumbers.get(gpuType) ?? Number.NaN) * this.hubs.length + (this.#hubNumbers.get(hubId) ?? Number.NaN)
  }

  #addPools(number: number, hub: Hub): void {
    for (const [name, nodes] of Map.groupBy(hub.nodes, ({ gpuType }) => gpuType)) {
      const type = typeNumbers.get(name)
      if (type === undefined) throw new RangeError(`${hub.id} has GPUs of an unknown type: ${name}`)
      const pool: Pool = {
        names: nodes.map((node) => node.name),
        sizes: Int32Array.from(nodes, ({ gpus }) => gpus),
        free: Int32Array.from(nodes, ({ gpus }) => gpus),
        dedicated: hub.dedicatedNodes,
      }
      const poolNumber = type * this.hubs.length + number
      this.#pools[poolNumber] = pool
      this.price[poolNumber] = pricePerGpuHour(gpuTypes[type] as GpuType, hub.priceFactor)
      this.total[poolNumber] = pool.sizes.reduce((sum, size) => sum + size, 0)
      this.#recount(poolNumber)
    }
  }

  #recount(number: number): void {
    const pool = this.#pools[number]
    if (!pool) return
    let free = 0
    for (const count of pool.free) free += count
    this.usedShare[number] = 1 - free / this.total[number]!
    this.room[number] = this.#states.has(number % this.hubs.length) ? 0 : roomOn(pool)
  }
}

const typeNumbers: ReadonlyMap<string, number> = new Map(gpuTypes.map(({ name }, number) => [name, number]))
