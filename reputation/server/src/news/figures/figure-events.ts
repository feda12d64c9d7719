/** What figures have to announce, as events. */
import type { NewId } from '@service/foundation/new-id.ts'
import type { NewEvent } from '@service/foundation/webhooks/model/event.ts'
import type { Drop } from '@service/reputation-domain/score/drop.ts'
import { articleTag, type CompanyReference, newEvent, riskOnlyTag } from '../../events/events.ts'
import type { AlertAnnouncement } from '../model/figures.ts'

export type EventContext = { company: CompanyReference; newId: NewId; at: Date }

/** When each alert was detected, by its id. */
export type DetectedAt = ReadonlyMap<string, Date>

/**
 * The events of new alerts. Registrations for all alerts and those for risk assessments alone share an event where both
 * receive it; an event for one of them is passed over by the other.
 */
export function alertEvents(
  announcements: readonly AlertAnnouncement[],
  detectedAt: DetectedAt,
  context: EventContext,
): NewEvent[] {
  const sent = announcements.filter(({ shouldSend }) => shouldSend)
  const same = Map.groupBy(sent, ({ alert, severity }) => `${severity} ${alert.id}`)
  return [...same.values()].map((group) => {
    const [{ severity, alert }] = group as [AlertAnnouncement]
    const isFor = (audience: AlertAnnouncement['audience']) => group.some((one) => one.audience === audience)
    const data = {
      id: alert.id,
      title: alert.title,
      severity,
      source: alert.source,
      url: alert.url,
      detectedAt: (detectedAt.get(alert.id) ?? context.at).toISOString(),
      sentimentScore: alert.sentimentScore,
      company: context.company,
    }
    const tags = [...(isFor('risks') ? [] : [articleTag]), ...(isFor('all') ? [] : [riskOnlyTag])]
    return newEvent(`alert.${severity}`, data, { ...originOf(context), tags })
  })
}

export const dropEvents = (drops: readonly Drop[], context: EventContext): NewEvent[] =>
  drops.map(({ previousScore, currentScore, delta }) =>
    newEvent('reputation.drop', { previousScore, currentScore, delta, company: context.company }, originOf(context)),
  )

const originOf = ({ company, newId, at }: EventContext) => ({ id: newId('evt'), companyId: company.id, at })
