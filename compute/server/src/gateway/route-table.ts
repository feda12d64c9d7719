/**
 * From the name or the domain in a Host header to where its deployment runs, from memory. Every change of a deployment is announced on
 * `compute_deployments` with the commit that makes it, and every process then drops what it knew of it: the next request
 * asks the database, together with all that ask at that moment. While announcements cannot be heard, nothing older than a
 * second is trusted.
 *
 * Names that do not exist are remembered for a second, in a memory of their own: a stranger can neither push the real ones
 * out nor have the same made-up name looked up again and again.
 */
import type { Database, Listener } from '@service/foundation/database/database.ts'
import { GroupCommit } from '@service/foundation/database/group-commit.ts'
import { LruMap } from '@service/foundation/lru-map.ts'
import { Problem } from '@service/foundation/problem.ts'
import { deploymentsChannel } from '../deployments/deployments.ts'
import type { Route } from './route.ts'
import * as routes from './route-store.ts'

export type RouteTableOptions = {
  db: Database
  /** Monotonic. */
  uptimeMs: () => number
  /** A deployment has changed in some way. */
  onChange: (deploymentId: string) => void
  maxNames?: number
}

type KnownRoute = { route: Route; sinceMs: number }

const trustHeardMs = 60_000
const trustUnheardMs = 900
const rememberUnknownMs = 1_000
/** Of different names at a time; beyond it, callers are sent away rather than held in memory. */
const maxWaiting = 2_000

export class RouteTable {
  readonly #db: Database
  readonly #uptimeMs: () => number
  readonly #onChange: (deploymentId: string) => void
  readonly #maxNames: number
  readonly #known = new Map<string, KnownRoute>()
  /** Its name and its domains, by deployment. */
  readonly #keysOf = new Map<string, Set<string>>()
  /** Until when a name is taken for unknown. */
  readonly #unknown: LruMap<string, number>
  readonly #asked = new Map<string, Promise<Route | undefined>>()
  readonly #queries: GroupCommit<string, Route | undefined>
  /** Deployments that have changed since the look-up under way began. */
  #changedMeanwhile: Set<string> | undefined
  #listener!: Listener
  #interruptions = 0

  static async open(options: RouteTableOptions): Promise<RouteTable> {
    const table = new RouteTable(options)
    table.#listener = await options.db.listen(deploymentsChannel, (id) => table.#forget(id))
    table.#interruptions = table.#listener.interruptions
    return table
  }

  private constructor({ db, uptimeMs, onChange, maxNames = 10_000 }: RouteTableOptions) {
    this.#db = db
    this.#uptimeMs = uptimeMs
    this.#onChange = onChange
    this.#maxNames = maxNames
    this.#unknown = new LruMap(maxNames)
    this.#queries = new GroupCommit((names) => this.#readRoutes(names), { largestBatch: 256 })
  }

  /** Undefined where there is no such deployment. */
  async find(name: string): Promise<Route | undefined> {
    this.#dropAfterInterruption()
    const nowMs = this.#uptimeMs()
    const known = this.#known.get(name)
    if (known && nowMs - known.sinceMs <= (this.#listener.live ? trustHeardMs : trustUnheardMs)) return known.route
    if ((this.#unknown.get(name) ?? 0) > nowMs) return undefined
    return this.#asked.get(name) ?? this.#ask(name)
  }

  async close(): Promise<void> {
    await this.#queries.close()
    await this.#listener.close()
  }

  #ask(name: string): Promise<Route | undefined> {
    if (this.#asked.size >= maxWaiting) {
      const problem = new Problem('unavailable', 'Too many names are being looked up: try again shortly.', {
        retryAfterSeconds: 1,
      })
      return Promise.reject(problem)
    }
    const found = this.#queries.submit(name).catch((cause) => {
      this.#asked.delete(name)
      throw new Problem('unavailable', 'Deployments cannot be looked up at the moment: try again shortly.', {
        cause,
        retryAfterSeconds: 5,
      })
    })
    this.#asked.set(name, found)
    return found
  }

  async #readRoutes(names: readonly string[]): Promise<(Route | undefined)[]> {
    // Who asks from now on starts a look-up of its own: this one may see the database as it was before they asked.
    for (const name of names) this.#asked.delete(name)
    const sinceMs = this.#uptimeMs()
    const interruptions = this.#listener.interruptions
    const changed = new Set<string>()
    this.#changedMeanwhile = changed
    const rows = await routes.findAll(this.#db.connection, names).finally(() => {
      this.#changedMeanwhile = undefined
    })
    const found = new Map(rows.map(({ key, ...route }) => [key, route]))
    const heardAll = this.#listener.interruptions === interruptions
    for (const name of names) {
      const route = found.get(name)
      if (!route) this.#unknown.set(name, sinceMs + rememberUnknownMs)
      else if (heardAll && !changed.has(route.deploymentId)) this.#remember(name, { route, sinceMs })
    }
    return names.map((name) => found.get(name))
  }

  #remember(key: string, known: KnownRoute): void {
    if (this.#known.size >= this.#maxNames) this.#forgetAll() // each costs one look-up more
    const { deploymentId } = known.route
    this.#known.set(key, known)
    this.#keysOf.set(deploymentId, (this.#keysOf.get(deploymentId) ?? new Set()).add(key))
  }

  #forget(deploymentId: string): void {
    this.#changedMeanwhile?.add(deploymentId)
    for (const key of this.#keysOf.get(deploymentId) ?? []) this.#known.delete(key)
    this.#keysOf.delete(deploymentId)
    this.#onChange(deploymentId)
  }

  #forgetAll(): void {
    this.#known.clear()
    this.#keysOf.clear()
  }

  #dropAfterInterruption(): void {
    if (this.#interruptions === this.#listener.interruptions) return
    this.#interruptions = this.#listener.interruptions
    this.#forgetAll()
  }
}
