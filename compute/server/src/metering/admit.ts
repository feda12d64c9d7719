/**
 * Whether companies have GPU-hours left for new deployments. Called in the transaction that writes the deployments, for
 * all of a batch at once; what is granted is reserved in the same transaction, so that two requests never both
 * take the last minute, in any number of processes.
 *
 * Only for hubs that are real: simulated hours are not limited.
 */
import { admits, type GpuHours, reservationMs } from '@service/compute-domain/metering/gpu-hours.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import { monthOf } from '@service/foundation/quota/model/month.ts'
import * as hours from './hours-store.ts'

export type HoursAsked = { deploymentId: string; companyId: string; gpus: number }

/** `hours` are what was left for others when it was refused. */
export type Admission = { admitted: true } | { admitted: false; hours: GpuHours; month: string }

/** Granted in the order asked, each whole or not at all. A deployment that holds a reservation already keeps it. */
export async function admitHours(tx: Queryable, asked: readonly HoursAsked[], now: Date): Promise<Admission[]> {
  if (asked.length === 0) return []
  const month = monthOf(now)
  const companies = [...new Set(asked.map(({ companyId }) => companyId))]
  const locked = await hours.lock(
    tx,
    companies.map((companyId) => ({ companyId, month })),
  )
  const left = new Map(locked.map((stored) => [stored.companyId, stored]))
  const held = await hours.reservationsOf(
    tx,
    asked.map(({ deploymentId }) => deploymentId),
  )
  const reserved = new Set(held.map(({ deploymentId }) => deploymentId))
  const granted: hours.Reservation[] = []
  const admissions = asked.map(({ deploymentId, companyId, gpus }): Admission => {
    const stored = left.get(companyId)!
    if (reserved.has(deploymentId)) return { admitted: true }
    if (!admits(stored, gpus)) return { admitted: false, hours: stored, month }
    const gpuMs = reservationMs(gpus)
    reserved.add(deploymentId)
    left.set(companyId, { ...stored, reservedMs: stored.reservedMs + gpuMs })
    granted.push({ deploymentId, companyId, month, gpuMs })
    return { admitted: true }
  })
  if (granted.length > 0) {
    await hours.reserve(tx, granted)
    await hours.write(tx, [...left.values()])
  }
  return admissions
}
