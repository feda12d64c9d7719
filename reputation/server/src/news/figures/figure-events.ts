/** What figures have to announce, as events. */
import type { NewId } from '@service/foundation/new-id.ts'
import type { NewEvent } from '@service/foundation/webhooks/model/event.ts'
import type { Drop } from '@service/reputation-domain/score/drop.ts'
import { type AlertData, articleTag, riskOnlyTag } from '../../events/alert.ts'
import type { CompanyReference } from '../../events/company-reference.ts'
import type { ReputationDropData } from '../../events/reputation-drop.ts'
import type { AlertAnnouncement } from '../model/figures.ts'

type Told = { company: CompanyReference; newId: NewId; at: Date }

/**
 * One event for whoever asked for all alerts and whoever asked for risk assessments alone, where both hear the same;
 * where one alone does, the other's registrations pass it over.
 */
export function alertEvents(announcements: readonly AlertAnnouncement[], told: Told): NewEvent[] {
  const news = announcements.filter(({ isNews }) => isNews)
  const same = Map.groupBy(news, ({ alert, severity }) => `${severity} ${alert.id}`)
  return [...same.values()].map((group) => {
    const [{ severity, at, alert }] = group as [AlertAnnouncement]
    const heardBy = (audience: AlertAnnouncement['audience']) => group.some((one) => one.audience === audience)
    const data: AlertData = {
      id: alert.id,
      title: alert.title,
      severity,
      source: alert.source,
      url: alert.url,
      detectedAt: at.toISOString(),
      sentimentScore: alert.sentimentScore,
      company: told.company,
    }
    const tags = [...(heardBy('risks') ? [] : [articleTag]), ...(heardBy('all') ? [] : [riskOnlyTag])]
    return event(`alert.${severity}`, tags, data, told)
  })
}

export const dropEvents = (drops: readonly Drop[], told: Told): NewEvent[] =>
  drops.map(({ previousScore, currentScore, delta }) => {
    const data: ReputationDropData = { previousScore, currentScore, delta, company: told.company }
    return event('reputation.drop', [], data, told)
  })

const event = (kind: string, tags: string[], data: object, { company, newId, at }: Told): NewEvent => ({
  id: newId('evt'),
  companyId: company.id,
  kind,
  tags,
  data: JSON.stringify(data),
  at,
})
