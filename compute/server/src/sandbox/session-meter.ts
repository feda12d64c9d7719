/**
 * The meter of one session, over runs in memory: they begin, grow and end by `metering/metered-run.ts`, and the hours run out
 * by `metering/gpu-hours.ts`. Unlike elsewhere simulated hours count against the limit, for that is what is tried here.
 */
import {
  admits,
  endsAtMs,
  type GpuHours,
  graceMs,
  leftMs,
  marksPassed,
  reservationMs,
  starterLimitMs,
} from '@service/compute-domain/metering/gpu-hours.ts'
import { gpuMsBetween, gpuMsPerHour } from '@service/compute-domain/metering/gpu-time.ts'
import { advanceRun, beginRun, endRun, meteredUntilMs } from '@service/compute-domain/metering/metered-run.ts'
import { monthStartMs, nextMonthStartMs } from '@service/compute-domain/metering/month.ts'
import { dayHours, hourMs } from '@service/compute-domain/time/time.ts'
import { monthOf } from '@service/foundation/quota/model/month.ts'
import type { Allocation } from '../allocations/model/allocation.ts'
import type {
  Admission,
  DailyUsage,
  DeploymentUsage,
  MonthUsage,
  makeFootprintOf,
  ReadDailyUsage,
  StoredRun,
} from '../metering/metering.ts'
import type { MeterChange } from '../metering/model/meter-change.ts'
import { noUsage, type Usage } from '../usage/usage.ts'
import type { Row, SessionRows } from './session-rows.ts'

type Run = StoredRun & { price: number }

type Deps = {
  rows: SessionRows
  now: () => Date
  footprintOf: ReturnType<typeof makeFootprintOf>
}

export class SessionMeter {
  readonly #deps: Deps
  readonly #reserved = new Map<string, number>()
  #runs: Run[] = []
  /** What was used up by hand. */
  #gone: { month: string; gpuMs: number } | undefined
  #warnedAt: Date | null = null
  #exhaustedAt: Date | null = null

  constructor(deps: Deps) {
    this.#deps = deps
  }

  get hours(): GpuHours {
    const { now, rows } = this.#deps
    const month = monthOf(now())
    const gone = this.#gone?.month === month ? this.#gone.gpuMs : 0
    const reservedMs = [...this.#reserved].reduce(
      (total, [id, gpuMs]) => total + (rows.get(id) ? Math.max(0, gpuMs - this.usedBy(id).gpuMs) : 0),
      0,
    )
    const beganMs = monthStartMs(now().getTime())
    const usedMs = this.#sum((_run, fromMs) => fromMs >= beganMs).gpuMs + gone
    return { limitMs: starterLimitMs, usedMs, reservedMs }
  }

  get gpusRunning(): number {
    return this.#live.reduce((total, { gpus }) => total + gpus, 0)
  }

  admit(deploymentId: string, gpus: number): Admission {
    this.advance()
    const { hours } = this
    if (this.#reserved.has(deploymentId)) return { admitted: true }
    if (!admits(hours, gpus)) return { admitted: false, hours, month: monthOf(this.#deps.now()) }
    this.#reserved.set(deploymentId, reservationMs(gpus))
    return { admitted: true }
  }

  report(changes: readonly MeterChange[]): void {
    for (const change of changes) {
      if (change.kind === 'begin') this.#begin(change.allocationId, change.startedAt)
      else if (change.kind === 'end') this.#end(change.allocationId, change.at)
      else this.#reserved.delete(change.deploymentId)
    }
  }

  /** Counts what runs up to this moment. What runs at a hub that is lost was reported as ended by then. */
  advance(): void {
    const atMs = this.#deps.now().getTime()
    for (const run of this.#live) run.metered = advanceRun(run.metered, atMs, this.#deps.footprintOf(run))
  }

  /** What the marks say since they were last asked for, and whether what runs has to be stopped. */
  passMarks(): { passed: ('warning' | 'exhausted')[]; stops: boolean } {
    this.advance()
    const now = this.#deps.now()
    if (this.#warnedAt && monthOf(this.#warnedAt) !== monthOf(now)) {
      this.#warnedAt = null
      this.#exhaustedAt = null
    }
    const marks = marksPassed(this.hours)
    const passed: ('warning' | 'exhausted')[] = []
    if (marks.includes('warning') && !this.#warnedAt) {
      this.#warnedAt = now
      passed.push('warning')
    }
    if (marks.includes('exhausted') && !this.#exhaustedAt) {
      this.#exhaustedAt = now
      passed.push('exhausted')
    }
    const stopsMs = (this.#exhaustedAt?.getTime() ?? Number.POSITIVE_INFINITY) + graceMs
    return { passed, stops: now.getTime() >= stopsMs && marks.includes('exhausted') }
  }

  /** When a mark or the end of the grace comes; undefined where nothing runs. */
  get nextMs(): number | undefined {
    const { gpusRunning, hours } = this
    if (gpusRunning === 0) return undefined
    const nowMs = this.#deps.now().getTime()
    if (this.#exhaustedAt) {
      const stopMs = this.#exhaustedAt.getTime() + graceMs
      return stopMs > nowMs ? stopMs : undefined
    }
    const limitMs = this.#warnedAt ? hours.limitMs : hours.limitMs * 0.8
    const endMs = endsAtMs({ ...hours, limitMs }, gpusRunning, nowMs)
    return endMs === undefined ? undefined : Math.max(nowMs + 1, Math.ceil(endMs))
  }

  /** All hours of the month are used up, or are as they were. */
  setGone(isGone: boolean): void {
    this.#gone = undefined
    this.#warnedAt = null
    this.#exhaustedAt = null
    if (isGone) this.#gone = { month: monthOf(this.#deps.now()), gpuMs: leftMs({ ...this.hours, reservedMs: 0 }) }
  }

  get isGone(): boolean {
    return this.#gone !== undefined
  }

  usedBy(deploymentId: string): Usage {
    return this.#sum((run) => run.deploymentId === deploymentId)
  }

  used(ids: readonly string[]): ReadonlyMap<string, Usage> {
    this.advance()
    const ran = new Set(this.#runs.map(({ deploymentId }) => deploymentId))
    return new Map(ids.filter((id) => ran.has(id)).map((id) => [id, this.usedBy(id)]))
  }

  deploymentUsage(id: string): Usage & { meteredUntil: Date | null } {
    this.advance()
    return { ...this.usedBy(id), meteredUntil: this.#meteredUntil(id) }
  }

  month(month: string, { limit, before }: { limit: number; before: string | null }): MonthUsage {
    this.advance()
    const now = this.#deps.now()
    const startsAt = new Date(`${month}T00:00:00.000Z`)
    const resetsAt = new Date(nextMonthStartMs(startsAt.getTime()))
    const isNow = monthStartMs(now.getTime()) === startsAt.getTime()
    const isIn = (_run: Run, fromMs: number) => monthStartMs(fromMs) === startsAt.getTime()
    const gpusRunning = isNow ? this.gpusRunning : 0
    const real = this.#sum(isIn)
    const hours = isNow ? this.hours : { limitMs: starterLimitMs, usedMs: real.gpuMs, reservedMs: 0 }
    const endMs = endsAtMs(hours, gpusRunning, now.getTime())
    const ids = [...new Set(this.#runs.map(({ deploymentId }) => deploymentId))].sort().reverse()
    return {
      startsAt,
      resetsAt,
      hours,
      gpusRunning,
      hoursEndAt: endMs === undefined || endMs >= resetsAt.getTime() ? null : new Date(endMs),
      warnedAt: this.#warnedAt,
      exhaustedAt: this.#exhaustedAt,
      real,
      simulated: noUsage,
      deployments: ids
        .filter((id) => before === null || id < before)
        .slice(0, limit)
        .flatMap((id) => this.#usageOf(id, isIn) ?? []),
    }
  }

  readonly days: ReadDailyUsage = async ({ from, to, label, limit, before }) => {
    this.advance()
    const found = new Map<string, DailyUsage>()
    for (const run of this.#runs) {
      const value = label === undefined ? null : (this.#deps.rows.get(run.deploymentId)?.spec.labels?.[label] ?? null)
      for (const segment of run.metered.segments) {
        for (const { day, share } of daysOf(segment)) {
          if (day < from || day > to) continue
          const known = found.get(`${day} ${value}`) ?? { day, label: value, real: noUsage, simulated: noUsage }
          found.set(`${day} ${value}`, { ...known, real: plus(known.real, usageOf(run, segment), share) })
        }
      }
    }
    const isBefore = (one: DailyUsage) =>
      !before || one.day < before[0] || (one.day === before[0] && (one.label ?? '') < before[1])
    return [...found.values()]
      .filter(isBefore)
      .sort((a, b) => (`${a.day} ${a.label ?? ''}` < `${b.day} ${b.label ?? ''}` ? 1 : -1))
      .slice(0, limit)
  }

  get #live(): Run[] {
    return this.#runs.filter(({ metered }) => !metered.ended)
  }

  #begin(allocationId: string, startedAt: Date): void {
    const [row, allocation] = this.#allocation(allocationId)
    const startedMs = Math.max(startedAt.getTime(), allocation.reservedAt.getTime())
    const earlier = this.#runs.filter((run) => run.allocationId === allocationId)
    if (earlier.some((run) => run.startedMs >= startedMs)) return
    for (const run of earlier) {
      if (run.metered.ended) continue
      run.metered = endRun(run.metered, Math.min(meteredUntilMs(run.metered), startedMs), this.#deps.footprintOf(run))
    }
    this.#runs.push({
      allocationId,
      startedMs,
      deploymentId: row.id,
      companyId: row.companyId,
      hubId: allocation.hubId,
      comparedHubId: row.placement?.cheapest?.hubId ?? null,
      delayedMs: Math.max(0, (row.runningAt?.getTime() ?? startedMs) - row.createdAt.getTime()),
      gpuType: allocation.gpuType,
      gpus: allocation.gpus,
      simulated: row.simulated,
      price: allocation.priceUsdPerGpuHour,
      metered: beginRun(startedMs),
    })
  }

  #end(allocationId: string, at: Date | null): void {
    const nowMs = this.#deps.now().getTime()
    for (const run of this.#runs.filter((one) => one.allocationId === allocationId)) {
      const atMs = Math.min(at?.getTime() ?? meteredUntilMs(run.metered), nowMs)
      run.metered = endRun(run.metered, atMs, this.#deps.footprintOf(run))
    }
  }

  #allocation(id: string): [Row, Allocation] {
    for (const row of this.#deps.rows.all) {
      const found = row.allocations.find((one) => one.id === id)
      if (found) return [row, found]
    }
    throw new Error(`No allocation ${id} in this session`)
  }

  #usageOf(id: string, isIn: (run: Run, fromMs: number) => boolean): DeploymentUsage | undefined {
    const row = this.#deps.rows.get(id)
    const runs = this.#runs.filter((run) => run.deploymentId === id)
    const usage = this.#sum((run, fromMs) => run.deploymentId === id && isIn(run, fromMs))
    const live = runs.filter(({ metered }) => !metered.ended)
    if (!row || (usage.gpuMs === 0 && live.length === 0)) return undefined
    return {
      ...usage,
      deploymentId: id,
      name: row.name,
      status: row.status,
      gpuType: row.spec.gpuType,
      simulated: row.simulated,
      cpuOnly: row.cpuOnly,
      meteredUntil: this.#meteredUntil(id),
      gpusRunning: live.reduce((total, { gpus }) => total + gpus, 0),
    }
  }

  #meteredUntil(id: string): Date | null {
    const untils = this.#runs.filter((run) => run.deploymentId === id).map(({ metered }) => meteredUntilMs(metered))
    return untils.length > 0 ? new Date(Math.max(...untils)) : null
  }

  #sum(counts: (run: Run, fromMs: number) => boolean): Usage {
    let sum = noUsage
    for (const run of this.#runs) {
      for (const segment of run.metered.segments) {
        if (counts(run, segment.fromMs)) sum = plus(sum, usageOf(run, segment), 1)
      }
    }
    return { ...sum, costUsd: Math.round(sum.costUsd * 1e6) / 1e6 }
  }
}

type Segment = StoredRun['metered']['segments'][number]

function usageOf({ gpus, price }: Run, { fromMs, untilMs, kwh, grams, avoidedGrams }: Segment): Usage {
  const gpuMs = gpuMsBetween(gpus, fromMs, untilMs)
  return { gpuMs, costUsd: (gpuMs / gpuMsPerHour) * price, kwh, gco2: grams, avoidedGco2: avoidedGrams }
}

const plus = (sum: Usage, more: Usage, share: number): Usage => ({
  gpuMs: sum.gpuMs + more.gpuMs * share,
  costUsd: sum.costUsd + more.costUsd * share,
  kwh: sum.kwh + more.kwh * share,
  gco2: sum.gco2 + more.gco2 * share,
  avoidedGco2: sum.avoidedGco2 + more.avoidedGco2 * share,
})

/** The days that a segment covers, each with its share of it. */
function* daysOf({ fromMs, untilMs }: Segment): Generator<{ day: string; share: number }> {
  const dayMs = dayHours * hourMs
  for (let atMs = fromMs; atMs < untilMs; ) {
    const endMs = Math.min(untilMs, (Math.floor(atMs / dayMs) + 1) * dayMs)
    yield { day: new Date(atMs).toISOString().slice(0, 10), share: (endMs - atMs) / (untilMs - fromMs) }
    atMs = endMs
  }
}
