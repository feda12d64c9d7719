/**
 * Tells a company that its GPU-hours come to their end: in the events of the company, and in those of each deployment
 * that is concerned. In the transaction that notes that it has been told, so it is told once.
 */
import { endsAtMs, graceMs, leftMs } from '@service/compute-domain/metering/gpu-hours.ts'
import { hoursShown } from '@service/compute-domain/metering/gpu-time.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { events } from '../events/events.ts'
import type { DeploymentEvent } from '../events/model/event.ts'
import type { PassedMark } from './charge-hours.ts'
import { concernedDeployments } from './hours-store.ts'

export type TellCompanies = (tx: Queryable, passed: readonly PassedMark[]) => Promise<void>

export function makeTellCompanies({ now, newId }: { now: () => Date; newId: NewId }): TellCompanies {
  return async (tx, passed) => {
    for (const mark of passed) {
      const { companyId } = mark.hours
      const concerned = [null, ...(await concernedDeployments(tx, companyId))]
      await events.append(
        tx,
        concerned.map(
          (deploymentId): DeploymentEvent => ({
            id: newId('evt'),
            companyId,
            deploymentId,
            type: `quota_${mark.mark}`,
            status: null,
            reason: null,
            hubId: null,
            attempt: null,
            actor: 'system',
            at: now(),
            ...words(mark, now()),
          }),
        ),
      )
    }
  }
}

function words({ mark, hours, gpusRunning }: PassedMark, now: Date): Pick<DeploymentEvent, 'message' | 'data'> {
  const { limitMs, usedMs, exhaustedAt } = hours
  const month = hours.month.slice(0, 7)
  const limit = `${hoursShown(limitMs)} GPU-hours of ${month}`
  const figures = { month, limit_gpu_hours: hoursShown(limitMs), used_gpu_hours: hoursShown(usedMs) }
  if (mark === 'exhausted') {
    const stopsAt = new Date((exhaustedAt ?? now).getTime() + graceMs).toISOString()
    return {
      message: `All ${limit} are used. What still runs is stopped at ${stopsAt}.`,
      data: { ...figures, stops_at: stopsAt },
    }
  }
  const endsMs = endsAtMs(hours, gpusRunning, now.getTime())
  const endsAt = endsMs === undefined ? null : new Date(endsMs).toISOString()
  const end = endsAt ? `, and at the present rate they end at ${endsAt}` : ''
  return {
    message: `80 % of the ${limit} are used; ${hoursShown(leftMs(hours))} are left${end}.`,
    data: { ...figures, ends_at: endsAt },
  }
}
