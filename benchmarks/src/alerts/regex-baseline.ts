/**
 * What one regular expression can do: five hits from five hosts in a day that are a third of what is written about the
 * company, and three times what is usual. At most one alarm per company in three days.
 */
import type { Mention } from '@service/reputation-domain/mentions/mentions.ts'
import { type Day, dayMs, dayOf } from '@service/reputation-domain/series/model/day.ts'

export const riskWords =
  /\b(?:recall|probe|investigat|lawsuit|sue[sd]?\b|suing|fine[ds]?\b|penalt|breach|hack|cyber|fraud|bankrupt|scandal|ban(?:s|ned)?\b|outage|goes down|crash|dead\b|death|kill|die[sd]?\b|injur|layoff|lay off|job cuts?|cut jobs|strike|settle|accus|charge[sd]\b|guilty|illegal|antitrust|monopol|defect|fault|fire\b|burn|explo|spill|leak|privacy|oust|fired|resign|apolog|protest|boycott|backlash|outrage|violat|corrupt|brib|launder|sanction|block|reject|warn)/i

export type Alarm = { at: number; day: Day; articles: string[] }

export function regexAlarms(mentions: readonly Mention[], observedDays: readonly Day[]): Alarm[] {
  const byDay = Map.groupBy(mentions, ({ publishedAt }) => dayOf(publishedAt))
  const hits = (day: Day) => (byDay.get(day) ?? []).filter(({ title }) => riskWords.test(title))
  const alarms: Alarm[] = []
  for (const [index, day] of observedDays.entries()) {
    const before = observedDays.slice(Math.max(0, index - 14), index)
    const base = before.length < 3 ? 1 : before.reduce((sum, day) => sum + hits(day).length, 0) / before.length
    const alarm = alarmOn(day, byDay.get(day) ?? [], base)
    const last = alarms.at(-1)
    if (alarm && (!last || alarm.at - last.at >= 3 * dayMs)) alarms.push(alarm)
  }
  return alarms
}

function alarmOn(day: Day, mentions: readonly Mention[], base: number): Alarm | undefined {
  const hits = mentions.filter(({ title }) => riskWords.test(title))
  const hosts = new Set(hits.map(({ host }) => host))
  const isAlarm = hits.length >= 5 && hosts.size >= 5 && hits.length >= 0.35 * mentions.length
  if (!isAlarm || hits.length < 3 * base + 3) return undefined
  // The rule looks at a whole day, but it could have been asked after every article.
  const decisive = hits[Math.min(hits.length, Math.ceil(3 * base + 3)) - 1]!
  return { at: decisive.publishedAt, day, articles: hits.map(({ articleId }) => articleId) }
}
