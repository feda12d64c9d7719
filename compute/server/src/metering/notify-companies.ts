/**
 * Notifies a company that its GPU-hours run out: by an event of the company, and one of each of its deployments that hold
 * GPUs, and at 80 % by its webhooks. In the transaction that records the notification, so each is sent once.
 */
import { endsAtMs, graceMs, leftMs } from '@service/compute-domain/metering/gpu-hours.ts'
import { hoursShown } from '@service/compute-domain/metering/gpu-time.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { appendEvents } from '@service/foundation/webhooks/webhooks.ts'
import { events, newWebhookEvent } from '../events/events.ts'
import type { DeploymentEvent } from '../events/model/event.ts'
import type { PassedMark } from './charge-hours.ts'
import { concernedDeployments, type StoredHours } from './hours-store.ts'

export type NotifyCompanies = (tx: Queryable, passed: readonly PassedMark[]) => Promise<void>

export function makeNotifyCompanies({ now, newId }: { now: () => Date; newId: NewId }): NotifyCompanies {
  return async (tx, passed) => {
    for (const mark of passed) {
      const { companyId } = mark.hours
      const at = now()
      const ofCompany: DeploymentEvent = {
        id: newId('evt'),
        companyId,
        deploymentId: null,
        type: `quota_${mark.mark}`,
        status: null,
        reason: null,
        hubId: null,
        attempt: null,
        actor: 'system',
        at,
        ...(mark.mark === 'warning' ? warningWords(mark, at) : exhaustedWords(mark, at)),
      }
      const concerned = await concernedDeployments(tx, companyId)
      await events.append(tx, [
        ofCompany,
        ...concerned.map((deploymentId) => ({ ...ofCompany, id: newId('evt'), deploymentId })),
      ])
      if (mark.mark === 'warning') {
        const { message, data } = warningWords(mark, at)
        const about = { event_id: ofCompany.id, ...data, message, at: at.toISOString() }
        await appendEvents(tx, [newWebhookEvent('usage.warning', about, ofCompany)])
      }
    }
  }
}

const figuresOf = ({ month, limitMs, usedMs }: StoredHours) => ({
  month: month.slice(0, 7),
  limit_gpu_hours: hoursShown(limitMs),
  used_gpu_hours: hoursShown(usedMs),
})

const hoursOf = ({ month, limitMs }: StoredHours): string => `${hoursShown(limitMs)} GPU-hours of ${month.slice(0, 7)}`

function exhaustedWords({ hours }: PassedMark, now: Date) {
  const stopsAt = new Date((hours.exhaustedAt ?? now).getTime() + graceMs).toISOString()
  return {
    message: `All ${hoursOf(hours)} are used. Running deployments are stopped at ${stopsAt}.`,
    data: { ...figuresOf(hours), stops_at: stopsAt },
  }
}

function warningWords({ hours, gpusRunning }: PassedMark, now: Date) {
  const endsMs = endsAtMs(hours, gpusRunning, now.getTime())
  const endsAt = endsMs === undefined ? null : new Date(endsMs).toISOString()
  const end = endsAt ? ` At the current rate they run out at ${endsAt}.` : ''
  return {
    message: `80 % of the ${hoursOf(hours)} are used; ${hoursShown(leftMs(hours))} are left.${end}`,
    data: { ...figuresOf(hours), ends_at: endsAt },
  }
}
