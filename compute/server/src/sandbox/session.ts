/**
 * One session of the sandbox: a company, its hubs and its time, that live in memory and are forgotten after half an hour.
 *
 * What decides is what runs in production: a request becomes a specification by the deployment routes, `placement/` finds it
 * a hub, `reconcile/` does what `deployments/decide.ts` says at simulated engines, and the meter counts by
 * `metering/`. Only what those keep in a database is kept in the session (`session-rows.ts`), and time is the session's own
 * (`session-clock.ts`): it goes on as real time does, a request that waits moves it on at once, and it can be moved by hand.
 *
 * Everything of a session happens in one order: `serially`.
 */
import { setImmediate } from 'node:timers/promises'
import { instanceNameOf } from '@service/compute-domain/deployments/instance-name.ts'
import { stoppable } from '@service/compute-domain/deployments/lifecycle.ts'
import { defaultLimits, type Limits } from '@service/compute-domain/deployments/limits.ts'
import { hasEnded, type Reason } from '@service/compute-domain/deployments/status.ts'
import type { Hub } from '@service/compute-domain/hubs/model/hub.ts'
import { type Act, actorText } from '@service/foundation/identity/model/actor.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import { makeNewId, type NewId } from '@service/foundation/new-id.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { Allocation, NewAllocation } from '../allocations/model/allocation.ts'
import type { AnnualMeans } from '../carbon/carbon.ts'
import type { PlaceDeployment } from '../deployments/deployments.ts'
import type { PlacedDeployment } from '../deployments/model/deployment.ts'
import type { DeploymentEvent } from '../events/model/event.ts'
import { exhaustedWords, makeFootprintOf } from '../metering/metering.ts'
import {
  allocationOf,
  draftOf,
  noHoursProblem,
  type Preview,
  planFor,
  previewOf,
  type RoomOutlook,
  requestOf,
  takePlace,
} from '../placement/placement.ts'
import type { PlaceAgain, PlaceResult } from '../reconcile/reconcile.ts'
import type { Enqueue } from './serial-queues.ts'
import { SessionClock } from './session-clock.ts'
import { SessionGrid } from './session-grid.ts'
import { SessionHubs } from './session-hubs.ts'
import { SessionMeter } from './session-meter.ts'
import { placedOf, type Row, SessionRows } from './session-rows.ts'
import { SessionStory } from './session-story.ts'
import { SessionWork } from './session-work.ts'

export type SessionDeps = {
  hubs: readonly Hub[]
  annual: AnnualMeans
  zones: ReadonlySet<string>
  homeCountry: string | null
  log: Logger
  /** Real time. */
  now: () => Date
  /** Moves a clock after those of the same address that wait already. */
  enqueueMove: Enqueue
  randomBytes: (count: number) => Uint8Array
}

/** Those that were deleted count too. */
export const maxDeployments = 20
/** What one request may go through; more is gone through by the next. */
const maxSteps = 5_000
const probeEveryMs = 5_000
const limits: Limits = defaultLimits

export class Session {
  readonly id: string
  readonly madeAt: Date
  readonly rows = new SessionRows()
  readonly story = new SessionStory()
  readonly clock: SessionClock
  readonly grid: SessionGrid
  readonly hubs: SessionHubs
  readonly meter: SessionMeter
  readonly work: SessionWork
  readonly #deps: SessionDeps
  readonly #newId: NewId
  /** How far the session's time is ahead of real time. */
  #aheadMs = 0
  #probedMs = Number.NEGATIVE_INFINITY
  #carbonHour = ''
  #last: Promise<unknown> = Promise.resolve()
  readonly #ending = new AbortController()

  constructor(id: string, deps: SessionDeps) {
    this.id = id
    this.#deps = deps
    this.madeAt = deps.now()
    this.clock = new SessionClock(this.madeAt.getTime())
    const { now } = this.clock
    this.#newId = makeNewId({ now, randomBytes: deps.randomBytes })
    this.grid = new SessionGrid({ annual: deps.annual, zones: deps.zones, now })
    this.hubs = new SessionHubs({
      hubs: deps.hubs,
      homeCountry: deps.homeCountry,
      clock: this.clock,
      meanOver: this.grid.meanOver,
      unreachableMs: limits.unreachableMs,
      onHint: (name) => this.#hinted(name),
    })
    const zoneOf = (hubId: string) => this.hubs.fleet.hub(hubId)
    const intensityOf = (zone: string, at: Date) => this.grid.intensityOf(zone, at).gco2Kwh
    const footprintOf = makeFootprintOf({ hubOf: zoneOf, intensityOf, log: deps.log })
    this.meter = new SessionMeter({ rows: this.rows, now, footprintOf })
    this.work = new SessionWork({
      rows: this.rows,
      clock: this.clock,
      hubs: this.hubs,
      meter: this.meter,
      limits,
      log: deps.log,
      newId: this.#newId,
      placeAgain: this.#placeAgain,
      onEvents: (events) => this.#happened(events),
    })
  }

  get deploymentsMade(): number {
    return this.rows.all.length
  }

  /** Aborted once the session is closed: its readers stop then. */
  get ended(): AbortSignal {
    return this.#ending.signal
  }

  /** Does one thing after the other, each from the moment that it is by then. */
  serially<T>(work: () => T | Promise<T>): Promise<T> {
    const done = this.#last.then(async () => {
      await this.#runTo(this.#deps.now().getTime() + this.#aheadMs)
      return work()
    })
    this.#last = done.catch(() => {})
    return done
  }

  /** Brings the session to this moment. */
  readonly catchUp = (): Promise<void> => this.serially(() => {})

  /** Moves the time on, until `isEnough` or for so long. Only within `serially`. */
  async pass(ms: number, isEnough: () => boolean = () => false): Promise<void> {
    if (ms > 0) await this.#deps.enqueueMove(() => this.#runTo(this.clock.nowMs + ms, isEnough))
    this.#aheadMs = Math.max(this.#aheadMs, this.clock.nowMs - this.#deps.now().getTime())
  }

  readonly place: PlaceDeployment = async ({ companyId, actor, spec, env = {}, operation }) => {
    const made = this.rows.all.find((row) => operation !== undefined && row.operationId === operation.id)
    if (made) return placedOf(made)
    if (this.deploymentsMade >= maxDeployments) throw tooManyHere()
    const drafted = { companyId, actor, spec, env, operationId: operation?.id ?? null }
    const draft = draftOf(drafted, this.hubs.fleet, { ...this.#placing(), sealer: { seal: () => '' } })
    if (draft instanceof Problem) throw draft
    const { deployment, allocation } = draft
    const admission = allocation && this.meter.admit(deployment.id, spec.count)
    if (admission && !admission.admitted) {
      this.hubs.fleet.restore()
      throw noHoursProblem(admission, spec.count)
    }
    const { createdBy, priceUsdPerGpuHour, carbonIntensity, envSealed: _, ...rest } = deployment
    this.rows.add({
      ...rest,
      createdBy: actorText(createdBy),
      imageDigest: null,
      priceUsdPerGpuHour: priceUsdPerGpuHour?.toFixed(4) ?? null,
      carbonIntensity: carbonIntensity?.toFixed(2) ?? null,
      reason: null,
      message: null,
      statusSince: deployment.createdAt,
      version: 1,
      attempt: allocation ? 1 : 0,
      runningAt: null,
      endedAt: null,
      deletedAt: null,
      tries: 0,
      leased: false,
      allocations: allocation ? [reserved(allocation)] : [],
    })
    if (allocation) this.hubs.count(allocation.hubId, this.work.allocations())
    const { id, hubId, status } = deployment
    this.#record({ deploymentId: id, type: status, status, hubId, attempt: allocation ? 1 : null, actor })
    await this.#settled()
    return placedOf(this.rows.find(id))
  }

  preview(spec: Parameters<typeof previewOf>[0]): Preview {
    return previewOf(spec, this.hubs.fleet, this.#placing())
  }

  /** Marks those of the deployments that are alive as stopping. */
  async stop(
    ids: readonly string[],
    reason: Reason,
    actor: Act['actor'],
    message: string | null = null,
  ): Promise<void> {
    const at = this.clock.now()
    for (const id of ids) {
      const row = this.rows.get(id)
      if (!row || !stoppable.includes(row.status)) continue
      const version = row.version + 1
      this.rows.change(id, { status: 'stopping', reason, message, statusSince: at, version, dueAt: at, tries: 0 })
      const { hubId, attempt } = row
      this.#record({ deploymentId: id, type: 'stopping', status: 'stopping', reason, message, hubId, attempt, actor })
      this.work.changed(id)
    }
    await this.#settled()
  }

  /** Hides a deployment that has ended. */
  async delete(id: string): Promise<void> {
    const row = this.rows.find(id)
    const at = this.clock.now()
    if (!hasEnded(row.status)) throw new Error(`The deployment ${id} has not ended`)
    this.rows.change(id, { deletedAt: at, version: row.version + 1, dueAt: at })
    await this.#settled()
  }

  find(id: string): PlacedDeployment {
    return placedOf(this.rows.find(id))
  }

  /** What was changed by hand takes effect. */
  async changed(): Promise<void> {
    this.hubs.fleet.setCarbon(this.grid.meanOver)
    await this.#settled()
  }

  close(): void {
    this.#ending.abort()
    this.work.close()
    this.hubs.close()
  }

  async #runTo(targetMs: number, isEnough: () => boolean = () => false): Promise<void> {
    for (let steps = 0; steps < maxSteps; steps++) {
      await this.#settled()
      // Nobody sees what a closed session would still go through.
      if (this.ended.aborted || isEnough()) return
      const nextMs = this.#nextMs
      if (nextMs === undefined || nextMs > targetMs) break
      this.clock.moveTo(nextMs)
    }
    this.clock.moveTo(targetMs)
    await this.#settled()
  }

  get #nextMs(): number | undefined {
    const probeMs = this.hubs.isUnsettled ? this.#probedMs + probeEveryMs : undefined
    const times = [this.clock.nextMs, this.work.nextMs, this.meter.nextMs, probeMs].filter((ms) => ms !== undefined)
    return times.length > 0 ? Math.min(...times) : undefined
  }

  /** Does all that is due at this moment, until everything waits. */
  async #settled(): Promise<void> {
    const hour = this.clock.now().toISOString().slice(0, 13)
    if (hour !== this.#carbonHour) {
      this.#carbonHour = hour
      this.hubs.fleet.setCarbon(this.grid.meanOver)
    }
    do {
      await this.#probe()
      await this.#endExhausted()
      this.work.begin()
      // What waits for nothing but memory is done by then.
      await setImmediate()
    } while ((this.work.nextMs ?? Number.POSITIVE_INFINITY) <= this.clock.nowMs)
  }

  async #probe(): Promise<void> {
    if (!this.hubs.isUnsettled || this.clock.nowMs - this.#probedMs < probeEveryMs) return
    this.#probedMs = this.clock.nowMs
    const { changed, back } = await this.hubs.probe(this.work.settle)
    for (const hub of changed) {
      const isBack = back.includes(hub)
      const text = isBack
        ? `${hub} is back: what ran there and was replaced has been ended, and it takes deployments again.`
        : `${hub} has been silent for ${limits.unreachableMs / 1_000} s: nothing new is placed there.`
      this.story.tell(this.clock.now(), { kind: 'hub', hub, text, code: 'compute/domain/src/hubs/health.ts' })
    }
    this.work.hubsChanged([...changed, ...back])
  }

  async #endExhausted(): Promise<void> {
    const { passed, stops } = this.meter.passMarks()
    for (const mark of passed) {
      const share = mark === 'warning' ? '80 % of the' : 'All'
      const code = 'compute/domain/src/metering/gpu-hours.ts'
      this.story.tell(this.clock.now(), { kind: 'hours', text: `${share} GPU-hours of the month are used.`, code })
    }
    if (!stops) return
    const running = this.rows.all.filter(({ status }) => !hasEnded(status) && status !== 'stopping')
    const ids = running.filter(({ status }) => status !== 'scheduled').map(({ id }) => id)
    const message = exhaustedWords(this.meter.hours.limitMs, this.clock.now().toISOString())
    for (const id of ids) this.#stopNow(id, message)
  }

  #stopNow(id: string, message: string): void {
    const row = this.rows.find(id)
    const at = this.clock.now()
    const change = { status: 'stopping', reason: 'quota_exhausted', message, statusSince: at, dueAt: at } as const
    this.rows.change(id, { ...change, version: row.version + 1, tries: 0 })
    const { hubId, attempt } = row
    const said = { type: 'stopping', status: 'stopping', reason: 'quota_exhausted', message } as const
    this.#record({ deploymentId: id, ...said, hubId, attempt, actor: 'system' })
    this.work.changed(id)
  }

  readonly #placeAgain: PlaceAgain = async ({ claim, excludedHubs }): Promise<PlaceResult> => {
    const row = this.rows.get(claim.id)
    if (!row || row.version !== claim.version) return { kind: 'superseded' }
    const later = this.#waits(row)
    if (later) return { kind: 'later', startAt: later }
    const choice = this.hubs.fleet.placement.choose(requestOf(claim.spec, excludedHubs))
    if (choice.kind === 'refused') return { kind: 'refused', because: choice.because }
    const place = takePlace(this.hubs.fleet, claim.spec, choice)
    const admission = this.meter.admit(row.id, claim.spec.count)
    if (!admission.admitted) {
      this.hubs.fleet.restore()
      return { kind: 'refused', because: 'quota_exhausted' }
    }
    const attempt = row.attempt + 1
    const of = { deploymentId: row.id, companyId: row.companyId, attempt, spec: claim.spec }
    const isFirst = row.status === 'scheduled'
    this.rows.change(row.id, {
      attempt,
      hubId: place.hubId,
      country: place.country,
      priceUsdPerGpuHour: place.priceUsdPerGpuHour.toFixed(4),
      carbonIntensity: place.carbonIntensity.toFixed(2),
      carbonGrade: place.carbonGrade,
      placement: place.placement,
      version: row.version + 1,
      tries: 0,
      ...(isFirst && { status: 'provisioning' as const, statusSince: this.clock.now() }),
      allocations: [...row.allocations, reserved(allocationOf(place, of, this.#placing()))],
    })
    this.hubs.count(place.hubId, this.work.allocations())
    const status = isFirst ? ('provisioning' as const) : null
    const type = status ?? 'attempt_begun'
    this.#record({ deploymentId: row.id, type, status, hubId: place.hubId, attempt, actor: 'system' })
    return { kind: 'placed' }
  }

  #waits({ id, status, spec, latestStartAt }: Row): Date | undefined {
    const now = this.clock.now()
    if (status !== 'scheduled' || !latestStartAt || latestStartAt <= now) return undefined
    const { forecastOf, outlook } = this.#placing()
    const options = { now, latestStart: latestStartAt, isWaiting: true, forecastOf, outlook, runId: id }
    const plan = planFor(this.hubs.fleet.placement, spec, options)
    return plan?.kind === 'wait' ? plan.recheckAt : undefined
  }

  #placing() {
    const { randomBytes } = this.#deps
    const outlook: RoomOutlook = {
      hasRoom: ({ hubId, gpuType }, { gpus }) => this.#freeAt(hubId, gpuType) >= gpus,
      price: () => 0,
      book: () => {},
      forget: () => {},
    }
    return { now: this.clock.now, newId: this.#newId, randomBytes, forecastOf: this.grid.forecast, outlook }
  }

  #freeAt(hubId: string, gpuType: string): number {
    const free = this.hubs.fleet.placement.fleet.freeNodes(hubId, gpuType)
    return free?.reduce((total, gpus) => total + gpus, 0) ?? 0
  }

  #record(
    event: Pick<DeploymentEvent, 'deploymentId' | 'type' | 'status' | 'hubId' | 'attempt' | 'actor'> &
      Partial<DeploymentEvent>,
  ): void {
    const common = { companyId: this.id, reason: null, message: null, data: null, at: this.clock.now() }
    const events = [{ ...common, ...event, id: this.#newId('evt') }]
    this.rows.append(events)
    this.#happened(events)
  }

  #happened(events: readonly DeploymentEvent[]): void {
    this.story.happened(events, (id) => this.rows.get(id))
  }

  /** Instances are named after their deployments (`deployments/instance-name.ts`). */
  #hinted(name: string): void {
    const [, id] = /^svc-(.+)-\d+$/.exec(name) ?? []
    const row = id === undefined ? undefined : this.rows.get(`dep_${id}`)
    if (row && !row.leased) row.dueAt = this.clock.now()
  }
}

function reserved(allocation: NewAllocation): Allocation {
  return {
    ...allocation,
    instanceName: instanceNameOf(allocation.deploymentId, allocation.attempt),
    state: 'reserved',
    appliedAt: null,
    startedAt: null,
    finishedAt: null,
    readyAt: null,
    address: null,
    failingSince: null,
    restarts: null,
    restartsAt: null,
    reason: null,
    releasedAt: null,
    removedAt: null,
  }
}

const tooManyHere = () =>
  new Problem(
    { code: 'too-many-deployments', status: 403 },
    `A session of the sandbox makes ${maxDeployments} deployments. Start another: leave the header X-Service-Sandbox out.`,
  )
