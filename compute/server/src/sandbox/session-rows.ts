/**
 * What a session keeps instead of a database: its deployments with their attempts and events, in memory. They have the
 * fields of the tables, and change by the rules of the statements that would change those (`deployment-store.ts`,
 * `outcome-store.ts`, `begin-attempts.ts`).
 *
 * Index bounds: `feed` reads up to the length of the events.
 */

import type { Allocation } from '../allocations/model/allocation.ts'
import { type DeploymentFilter, type LabelFilter, noSuchDeployment } from '../deployments/deployments.ts'
import type { Deployment, PlacedDeployment } from '../deployments/model/deployment.ts'
import type { FeedEvent, FeedFilter } from '../event-feed/event-feed.ts'
import type { DeploymentEvent } from '../events/model/event.ts'
import type { Claim } from '../reconcile/reconcile.ts'

export type Row = Deployment & {
  operationId: string | null
  dueAt: Date | null
  tries: number
  /** Worked on at the moment. */
  leased: boolean
  deletedAt: Date | null
  /** From the first to the last. */
  allocations: readonly Allocation[]
}

/** Older ones are forgotten. */
const maxEvents = 1_000
const maxAllocations = 20

export class SessionRows {
  readonly #rows = new Map<string, Row>()
  #events: DeploymentEvent[] = []
  #forgotten = 0

  /** Deleted ones are there too. */
  get all(): Row[] {
    return [...this.#rows.values()]
  }

  get(id: string): Row | undefined {
    return this.#rows.get(id)
  }

  add(row: Row): void {
    this.#rows.set(row.id, row)
  }

  change(id: string, change: Partial<Row>): Row {
    const row = this.#rows.get(id)
    if (!row) throw new Error(`No deployment ${id} in this session`)
    Object.assign(row, change)
    if (row.allocations.length > maxAllocations) row.allocations = row.allocations.slice(-maxAllocations)
    return row
  }

  /** A deployment that its customer can see. */
  find(id: string): Row {
    const row = this.#rows.get(id)
    if (!row || row.deletedAt) throw noSuchDeployment()
    return row
  }

  append(events: readonly DeploymentEvent[]): void {
    this.#events.push(...events)
    const over = this.#events.length - maxEvents
    if (over <= 0) return
    this.#events = this.#events.slice(over)
    this.#forgotten += over
  }

  /** The position of the last event; the first has 1. */
  get lastPosition(): number {
    return this.#forgotten + this.#events.length
  }

  /** The events behind a position, oldest first. */
  feed(after: number, limit: number, { deploymentIds, types, labels = [] }: FeedFilter): FeedEvent[] {
    const found: FeedEvent[] = []
    for (let at = Math.max(0, after - this.#forgotten); at < this.#events.length && found.length < limit; at++) {
      const event = this.#events[at]!
      const row = event.deploymentId === null ? undefined : this.#rows.get(event.deploymentId)
      if (deploymentIds && !(row && deploymentIds.includes(row.id))) continue
      if (types && !types.includes(event.type)) continue
      if (labels.length > 0 && !(row && hasAll(row, labels))) continue
      const { simulated = false, cpuOnly = false } = row ?? {}
      found.push({ ...event, position: this.#forgotten + at + 1, simulated, cpuOnly })
    }
    return found
  }

  /** Newest first. */
  eventsOf(deploymentId: string, { limit, before }: { limit: number; before: string | null }): DeploymentEvent[] {
    return this.#events
      .filter((event) => event.deploymentId === deploymentId && (before === null || event.id < before))
      .toReversed()
      .slice(0, limit)
  }

  /** Newest first. */
  list({ limit, before, statuses, hub, labels = [], text }: DeploymentFilter): PlacedDeployment[] {
    const words = text?.toLowerCase()
    return this.all
      .filter(
        (row) =>
          !row.deletedAt &&
          (before === null || row.id < before) &&
          (!statuses || statuses.includes(row.status)) &&
          (hub === undefined || row.hubId === hub) &&
          hasAll(row, labels) &&
          (words === undefined || [row.id, row.name, row.spec.image].join('\n').toLowerCase().includes(words)),
      )
      .sort((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, limit)
      .map(placedOf)
  }
}

const hasAll = ({ spec }: Row, labels: LabelFilter): boolean =>
  labels.every(([name, value]) => {
    const labelled = spec.labels?.[name]
    return labelled !== undefined && (value === null || labelled === value)
  })

/** As its customer is shown it. */
export const placedOf = (row: Row): PlacedDeployment => ({
  id: row.id,
  endpointName: row.endpointName,
  spec: row.spec,
  imageDigest: row.imageDigest,
  simulated: row.simulated,
  cpuOnly: row.cpuOnly,
  status: row.status,
  reason: row.reason,
  message: row.message,
  statusSince: row.statusSince,
  attempt: row.attempt,
  hubId: row.hubId,
  country: row.country,
  priceUsdPerGpuHour: row.priceUsdPerGpuHour,
  carbonIntensity: row.carbonIntensity,
  carbonGrade: row.carbonGrade,
  placement: row.placement,
  startAt: row.startAt,
  latestStartAt: row.latestStartAt,
  createdAt: row.createdAt,
  createdBy: row.createdBy,
  runningAt: row.runningAt,
  endedAt: row.endedAt,
  nodes: row.allocations.at(-1)?.nodes ?? [],
})

export const claimOf = (row: Row, hub: Claim['hub']): Claim => ({
  id: row.id,
  companyId: row.companyId,
  spec: row.spec,
  imageDigest: row.imageDigest,
  envSealed: null,
  status: row.status,
  reason: row.reason,
  message: row.message,
  statusSince: row.statusSince,
  version: row.version,
  tries: row.tries,
  startAt: row.startAt,
  latestStartAt: row.latestStartAt,
  runningAt: row.runningAt,
  endedAt: row.endedAt,
  deletedAt: row.deletedAt,
  allocations: row.allocations,
  hub,
})
