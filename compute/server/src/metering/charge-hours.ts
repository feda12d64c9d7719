/**
 * Charges companies' months with the growth of their segments. What a deployment uses is first taken out of its
 * reservation, so that used and reserved hours together stay the same during its first minute. Simulated time is free.
 */
import { exhaustedAtMs, type HoursMark, marksPassed } from '@service/compute-domain/metering/gpu-hours.ts'
import { gpuMsBetween } from '@service/compute-domain/metering/gpu-time.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import { monthOf } from '@service/foundation/quota/model/month.ts'
import type { CompanyMonth, Reservation, StoredHours } from './hours-store.ts'
import * as hours from './hours-store.ts'
import { heartbeatEveryMs } from './metering-schedule.ts'
import type { RunChange } from './segment-store.ts'

/** A share of a company's hours is used up, of which the company is to be notified. */
export type PassedMark = { mark: HoursMark; hours: StoredHours; gpusRunning: number }

/** `released`: deployments that need nothing reserved any more. */
export type Charge = { changes: readonly RunChange[]; released?: readonly string[] }

/** Must be called once in a transaction, after its segments are written. */
export async function chargeHours(tx: Queryable, { changes, released = [] }: Charge, now: Date): Promise<PassedMark[]> {
  const charged = changes.filter(({ before }) => !before.simulated)
  const used = usedByMonth(charged)
  const grown = grownByDeployment(charged)
  for (const deploymentId of released) grown.set(deploymentId, Number.POSITIVE_INFINITY)
  const expected = await hours.reservationsOf(tx, [...grown.keys()])
  const months = await hours.lock(tx, [...used.values(), ...expected])
  if (months.length === 0) return []
  const reservations = expected.length > 0 ? await hours.reservationsOf(tx, [...grown.keys()]) : []

  const consumed = reservations.map((reservation) => consume(reservation, grown.get(reservation.deploymentId) ?? 0))
  const spent = sumByMonth(consumed.map(({ left, spentMs }) => ({ ...left, gpuMs: spentMs })))
  const counted = months.map((month) => ({
    ...month,
    usedMs: month.usedMs + (used.get(keyOf(month))?.gpuMs ?? 0),
    reservedMs: month.reservedMs - (spent.get(keyOf(month))?.gpuMs ?? 0),
  }))
  await hours.reduce(
    tx,
    consumed.map(({ left }) => left),
  )
  const passed = await findPassed(tx, counted, now)
  await hours.write(
    tx,
    counted.map((month) => passed.findLast(({ hours }) => keyOf(hours) === keyOf(month))?.hours ?? month),
  )
  return passed
}

/** A company is notified of each mark once a month. */
async function findPassed(tx: Queryable, counted: readonly StoredHours[], now: Date): Promise<PassedMark[]> {
  const toNotify = counted
    .map((month) => ({ month, marks: marksPassed(month).filter((mark) => !isNotified(month, mark)) }))
    .filter(({ marks }) => marks.length > 0)
  if (toNotify.length === 0) return []
  const running = await hours.gpusRunning(
    tx,
    toNotify.map(({ month }) => month.companyId),
  )
  return toNotify.flatMap(({ month, marks }) => {
    const gpusRunning = running.get(month.companyId) ?? 0
    const marked = {
      ...month,
      warnedAt: month.warnedAt ?? now,
      exhaustedAt: marks.includes('exhausted')
        ? new Date(exhaustedAtMs(month, gpusRunning, now.getTime(), heartbeatEveryMs))
        : month.exhaustedAt,
    }
    return marks.map((mark) => ({ mark, hours: marked, gpusRunning }))
  })
}

const isNotified = ({ warnedAt, exhaustedAt }: StoredHours, mark: HoursMark): boolean =>
  (mark === 'warning' ? warnedAt : exhaustedAt) !== null

type Amount = CompanyMonth & { gpuMs: number }

/** GPU time by which months have changed; months that have not are left out. */
function usedByMonth(changes: readonly RunChange[]): Map<string, Amount> {
  const amounts = changes.flatMap(({ before, after }) =>
    after.segments.map(({ fromMs, untilMs }) => {
      const old = before.metered.segments.find((segment) => segment.fromMs === fromMs)
      const oldMs = old ? gpuMsBetween(before.gpus, old.fromMs, old.untilMs) : 0
      const gpuMs = gpuMsBetween(before.gpus, fromMs, untilMs) - oldMs
      return { companyId: before.companyId, month: monthOf(new Date(fromMs)), gpuMs }
    }),
  )
  return sumByMonth(amounts.filter(({ gpuMs }) => gpuMs !== 0))
}

function grownByDeployment(changes: readonly RunChange[]): Map<string, number> {
  const grown = new Map<string, number>()
  for (const change of changes) {
    const { deploymentId } = change.before
    for (const { gpuMs } of usedByMonth([change]).values()) {
      grown.set(deploymentId, (grown.get(deploymentId) ?? 0) + gpuMs)
    }
  }
  return grown
}

/** Time that proves unused is not put back into the reservation, because its deployment has begun. */
function consume(reservation: Reservation, grownMs: number): { left: Reservation; spentMs: number } {
  const spentMs = Math.min(reservation.gpuMs, Math.max(0, grownMs))
  return { left: { ...reservation, gpuMs: reservation.gpuMs - spentMs }, spentMs }
}

function sumByMonth(amounts: readonly Amount[]): Map<string, Amount> {
  const sums = new Map<string, Amount>()
  for (const amount of amounts) {
    const sum = sums.get(keyOf(amount))
    sums.set(keyOf(amount), { ...amount, gpuMs: amount.gpuMs + (sum?.gpuMs ?? 0) })
  }
  return sums
}

const keyOf = ({ companyId, month }: CompanyMonth): string => `${month} ${companyId}`
