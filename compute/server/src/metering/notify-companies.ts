/**
 * Notifies a company that its GPU-hours run out: by an event of the company, and one of each of its deployments that hold
 * GPUs. In the transaction that records the notification, so each is sent once.
 */
import { endsAtMs, graceMs, leftMs } from '@service/compute-domain/metering/gpu-hours.ts'
import { hoursShown } from '@service/compute-domain/metering/gpu-time.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { events } from '../events/events.ts'
import type { DeploymentEvent } from '../events/model/event.ts'
import type { PassedMark } from './charge-hours.ts'
import { concernedDeployments } from './hours-store.ts'

export type NotifyCompanies = (tx: Queryable, passed: readonly PassedMark[]) => Promise<void>

export function makeNotifyCompanies({ now, newId }: { now: () => Date; newId: NewId }): NotifyCompanies {
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
      message: `All ${limit} are used. Running deployments are stopped at ${stopsAt}.`,
      data: { ...figures, stops_at: stopsAt },
    }
  }
  const endsMs = endsAtMs(hours, gpusRunning, now.getTime())
  const endsAt = endsMs === undefined ? null : new Date(endsMs).toISOString()
  const end = endsAt ? ` At the current rate they run out at ${endsAt}.` : ''
  return {
    message: `80 % of the ${limit} are used; ${hoursShown(leftMs(hours))} are left.${end}`,
    data: { ...figures, ends_at: endsAt },
  }
}
