/** The whole corpus replayed: per company its stories with what was found of them, and its score on every day. */
import { type AlertEvent, alertEventsOf } from '@service/reputation-domain/alerts/alert-events.ts'
import { type Assessment, assessStory } from '@service/reputation-domain/alerts/assess-story.ts'
import { alertSettings } from '@service/reputation-domain/alerts/settings.ts'
import { typicalReach } from '@service/reputation-domain/alerts/typical-reach.ts'
import { concernsCompany, type Mention } from '@service/reputation-domain/mentions/mentions.ts'
import { pillarsOfDay } from '@service/reputation-domain/score/day-pillars.ts'
import { type DaySums, sumsByDay } from '@service/reputation-domain/score/day-sums.ts'
import { type Drop, dropOn, type ScoredDay } from '@service/reputation-domain/score/drop.ts'
import { scoreSettings } from '@service/reputation-domain/score/settings.ts'
import { type Day, dayOf } from '@service/reputation-domain/series/model/day.ts'
import { clusterStories, type Story } from '@service/reputation-domain/stories/stories.ts'
import type { Company } from '../news/corpus.ts'

export type FoundStory = { story: Story; assessment: Assessment | undefined }

/** A story that was announced: its assessment has at least one rise. */
export type RiskEvent = { story: Story; assessment: Assessment }

/** Stories of one company, judged. `observedDays` are the days on which the corpus holds anything. */
export function storiesOf(mentions: readonly Mention[], observedDays: readonly Day[]): FoundStory[] {
  const own = mentions.filter(concernsCompany)
  const usual = typicalReach(own, observedDays, alertSettings)
  return clusterStories(own).map((story) => ({ story, assessment: assessStory(story, usual, alertSettings) }))
}

export const riskEventsOf = (stories: readonly FoundStory[]): RiskEvent[] =>
  stories.flatMap(({ story, assessment }) => (assessment && assessment.rises.length > 0 ? [{ story, assessment }] : []))

/** What registrations of all alerts would hear if no article were alarming by its tone alone. */
export const graveEventsOf = (found: FoundStory): AlertEvent[] =>
  alertEventsOf(found, Number.POSITIVE_INFINITY).filter(({ audience }) => audience === 'all')

export type Scores = ReadonlyMap<string, ReadonlyMap<Day, ScoredDay>>

/** The score of every company on every day of the corpus, peers being those of its sector. */
export function scoresOf(
  companies: readonly Company[],
  mentions: ReadonlyMap<string, readonly Mention[]>,
  observed: readonly Day[],
): Scores {
  const sums = new Map(companies.map(({ id }) => [id, sumsByDay(mentions.get(id) ?? [], scoreSettings)]))
  return new Map(companies.map((company) => [company.id, daysOf(company, companies, sums, observed)]))
}

function daysOf(
  { id, sector }: Company,
  companies: readonly Company[],
  sums: ReadonlyMap<string, Map<Day, DaySums>>,
  observed: readonly Day[],
): Map<Day, ScoredDay> {
  const peers = companies.filter((other) => other.sector === sector && other.id !== id)
  const inputs = { own: sums.get(id)!, peers: peers.map((peer) => sums.get(peer.id)!) }
  const days = new Map<Day, ScoredDay>()
  for (let day = observed[0]!; day <= observed.at(-1)!; day++) {
    const pillars = pillarsOfDay(day, inputs, scoreSettings)
    if (pillars) days.set(day, { ...pillars, methodologyVersion: 'benchmark' })
  }
  return days
}

/** Every day on which the score lay five points or more below that of the week before. */
export const fallsOf = (days: ReadonlyMap<Day, ScoredDay>): Drop[] =>
  [...days.keys()].flatMap((day) => dropOn(day, days, scoreSettings) ?? [])

/** Those that would have been announced: one in any seven days. */
export function announcedDrops(falls: readonly Drop[]): Drop[] {
  const announced: Drop[] = []
  for (const fall of falls) {
    const last = announced.at(-1)
    if (!last || fall.day - last.day >= scoreSettings.drop.restDays) announced.push(fall)
  }
  return announced
}

export const observedDaysOf = (articles: readonly { publishedAt: number }[]): Day[] =>
  [...new Set(articles.map(({ publishedAt }) => dayOf(publishedAt)))].sort((a, b) => a - b)
