/**
 * All hubs with what is free at them, laid out for placement: hubs in the order of their ids, and for each type of GPU
 * and hub a **pool**, `type × hubs + hub`, whose numbers stand in typed arrays.
 */
import { type GpuType, gpuTypes } from '../gpus/catalogue.ts'
import type { Hub, HubState } from '../hubs/hub.ts'
import { pricePerGpuHour } from '../pricing/price.ts'
import { type Nodes, pack, roomOn } from './pack.ts'

export type NodeShare = { name: string; gpus: number }

type Pool = Nodes & { readonly names: readonly string[] }

/** As numbers, for the scan. */
export const stateNumber: Readonly<Record<HubState, number>> = { ready: 0, draining: 1, disabled: 1, unreachable: 2 }

export class Fleet {
  readonly hubs: readonly Hub[]
  /** By hub. */
  readonly state: Uint8Array
  /** By pool; a pool without GPUs is none. */
  readonly total: Int32Array
  readonly free: Int32Array
  /** The most that one deployment can have now. */
  readonly room: Int32Array
  readonly price: Float64Array
  readonly #pools: (Pool | undefined)[]
  readonly #hubNumbers: ReadonlyMap<string, number>

  /** All GPUs free, all hubs ready. Throws `RangeError` for a type that the catalogue lacks, or an id that comes twice. */
  constructor(hubs: readonly Hub[]) {
    this.hubs = [...hubs].sort((a, b) => (a.id < b.id ? -1 : 1))
    this.#hubNumbers = new Map(this.hubs.map(({ id }, number) => [id, number]))
    if (this.#hubNumbers.size < hubs.length) throw new RangeError('two hubs have the same id')
    const pools = gpuTypes.length * hubs.length
    this.state = new Uint8Array(hubs.length)
    this.total = new Int32Array(pools)
    this.free = new Int32Array(pools)
    this.room = new Int32Array(pools)
    this.price = new Float64Array(pools)
    this.#pools = new Array<Pool | undefined>(pools).fill(undefined)
    for (const [number, hub] of this.hubs.entries()) this.#addPools(number, hub)
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
    if (hub !== undefined) this.state[hub] = stateNumber[state]
  }

  /** Free GPUs node by node, in the hub's order; undefined where the hub has none of the type. */
  freeNodes(hubId: string, gpuType: string): readonly number[] | undefined {
    const pool = this.#pools[this.#poolNumber(hubId, gpuType)]
    return pool && [...pool.free]
  }

  /** Takes over what somebody else has counted. Throws `RangeError` where the numbers cannot be of these nodes. */
  setFreeNodes(hubId: string, gpuType: string, free: readonly number[]): void {
    const number = this.#poolNumber(hubId, gpuType)
    const pool = this.#pools[number]
    if (!pool || free.length !== pool.sizes.length) throw new RangeError(`${hubId} has other nodes of ${gpuType}`)
    for (const [node, count] of free.entries()) {
      if (!(count >= 0 && count <= pool.sizes[node])) throw new RangeError(`${count} of ${pool.sizes[node]} GPUs free`)
    }
    pool.free.set(free)
    this.#recount(number, pool)
  }

  /** Takes GPUs and says of which nodes; undefined where there is no room. */
  take(hubId: string, gpuType: string, count: number): readonly NodeShare[] | undefined {
    const number = this.#poolNumber(hubId, gpuType)
    const pool = this.#pools[number]
    const taken = pool && pack(count, pool)
    if (!taken) return undefined
    const shares: NodeShare[] = []
    for (const [node, gpus] of taken.entries()) {
      if (gpus === 0) continue
      pool.free[node] -= gpus
      shares.push({ name: pool.names[node], gpus })
    }
    this.#recount(number, pool)
    return shares
  }

  /** Throws `RangeError` when more comes back than was taken. */
  giveBack(hubId: string, gpuType: string, shares: readonly NodeShare[]): void {
    const number = this.#poolNumber(hubId, gpuType)
    const pool = this.#pools[number]
    if (!pool) throw new RangeError(`${hubId} has no ${gpuType}`)
    for (const { name, gpus } of shares) {
      const node = pool.names.indexOf(name)
      if (node < 0 || pool.free[node] + gpus > pool.sizes[node])
        throw new RangeError(`${gpus} GPUs too many at ${name}`)
      pool.free[node] += gpus
    }
    this.#recount(number, pool)
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
      this.#recount(poolNumber, pool)
      this.total[poolNumber] = this.free[poolNumber]
    }
  }

  #recount(number: number, pool: Pool): void {
    let free = 0
    for (const count of pool.free) free += count
    this.free[number] = free
    this.room[number] = roomOn(pool)
  }
}

const typeNumbers: ReadonlyMap<string, number> = new Map(gpuTypes.map(({ name }, number) => [name, number]))
