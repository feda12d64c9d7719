/**
 * Tells a company that its GPU-hours come to their end: in the events of the company, and in those of each deployment
 * that is concerned. In the transaction that notes that it has been told, so it is told once.
 */
import { endsAtMs, graceMs, leftMs } from '@service/compute-domain/metering/gpu-hours.ts'
import { hoursShown } from '@service/compute-domain/metering/gpu-time.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import type { PassedMark } from './charge-hours.ts'
import * as notices from './notice-store.ts'

export type TellCompanies = (tx: Queryable, passed: readonly PassedMark[]) => Promise<void>

export function makeTellCompanies({ now, newId }: { now: () => Date; newId: NewId }): TellCompanies {
  return async (tx, passed) => {
    for (const mark of passed) {
      const { companyId } = mark.hours
      const deploymentIds = await notices.concerned(tx, companyId)
      const notice = { companyId, type: `quota_${mark.mark}`, at: now(), ...words(mark, now()) }
      await notices.append(
        tx,
        [null, ...deploymentIds].map((deploymentId) => ({ ...notice, id: newId('evt'), deploymentId })),
      )
    }
  }
}

function words({ mark, hours, gpusRunning }: PassedMark, now: Date): Pick<notices.Notice, 'message' | 'data'> {
  const { limitMs, usedMs, exhaustedAt } = hours
  const month = hours.month.slice(0, 7)
  const figures = { month, limit_gpu_hours: hoursShown(limitMs), used_gpu_hours: hoursShown(usedMs) }
  if (mark === 'exhausted') {
    const stopsAt = new Date((exhaustedAt ?? now).getTime() + graceMs).toISOString()
    return {
      message: `All ${hoursShown(limitMs)} GPU-hours of ${month} are used. What still runs is stopped at ${stopsAt}.`,
      data: { ...figures, stops_at: stopsAt },
    }
  }
  const endsMs = endsAtMs(hours, gpusRunning, now.getTime())
  const endsAt = endsMs === undefined ? null : new Date(endsMs).toISOString()
  const rest = `${hoursShown(leftMs(hours))} are left`
  return {
    message:
      `80 % of the ${hoursShown(limitMs)} GPU-hours of ${month} are used; ` +
      (endsAt ? `${rest}, and at the present rate they end at ${endsAt}.` : `${rest}.`),
    data: { ...figures, ends_at: endsAt },
  }
}
