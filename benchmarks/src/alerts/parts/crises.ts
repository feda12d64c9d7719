/** Are crises announced in time, and is everything else left alone? Beside what one regular expression finds. */
import type { Severity } from '@service/reputation-domain/alerts/level.ts'
import type { Mention } from '@service/reputation-domain/mentions/mentions.ts'
import { categoriesOfLabel } from '@service/reputation-domain/risk/taxonomy.ts'
import type { Day } from '@service/reputation-domain/series/model/day.ts'
import type { Misjudged, Section } from '../../harness/bench.ts'
import { share } from '../../harness/share.ts'
import type { LabelledEvent } from '../../news/corpus.ts'
import { type Alarm, regexAlarms, riskWords } from '../regex-baseline.ts'
import { type FoundStory, graveEventsOf, type RiskEvent } from '../replay.ts'

const hour = 3_600_000
const inTime = 24 * hour

export type CrisesInput = {
  events: readonly LabelledEvent[]
  mentions: ReadonlyMap<string, readonly Mention[]>
  stories: ReadonlyMap<string, readonly FoundStory[]>
  riskEvents: ReadonlyMap<string, readonly RiskEvent[]>
  storyOf: ReadonlyMap<string, string>
  observedDays: readonly Day[]
}

export function crises(input: CrisesInput): Section {
  const alarms = new Map([...input.mentions].map(([id, own]) => [id, regexAlarms(own, input.observedDays)]))
  const judged = input.events.map((event) => judge(event, input, alarms.get(event.company) ?? []))
  const crises = judged.filter(({ event }) => event.kind === 'crisis')
  const benign = judged.filter(({ event }) => event.kind !== 'crisis')
  const found = crises.filter(({ isAnnounced }) => isAnnounced)
  const count = (rows: readonly Judged[], holds: (row: Judged) => boolean) => rows.filter(holds).length
  const baseline = (rows: readonly Judged[]) => count(rows, ({ isAlarmed }) => isAlarmed) / rows.length
  const events = [...input.riskEvents.values()].flat()
  const rises = events.flatMap(({ assessment }) => assessment.rises)
  return {
    title: 'Crises',
    figures: [
      ...share('crises announced within 24 h', 'first article', found.length, crises.length, baseline(crises)),
      ...share(
        'crises announced within 24 h',
        'first article, none before it',
        count(crises, ({ isAnnouncedAfter }) => isAnnouncedAfter),
        crises.length,
      ),
      ...share(
        'crises announced within 24 h',
        'first article with a risk word',
        count(crises, ({ isAnnouncedByWord }) => isAnnouncedByWord),
        crises.length,
      ),
      ...share(
        'benign spikes announced',
        '',
        count(benign, ({ isEverAnnounced }) => isEverAnnounced),
        benign.length,
        baseline(benign),
      ),
      ...share(
        'severity agrees',
        'announced crises',
        count(found, ({ severity, event }) => severity === event.severity),
        found.length,
      ),
      ...share(
        'category agrees',
        'announced crises',
        count(found, ({ isRightCategory }) => isRightCategory),
        found.length,
      ),
      {
        name: 'risk stories announced',
        value: events.length,
        unit: 'count',
        baseline: [...alarms.values()].flat().length,
      },
      { name: 'risk events fired, rises to critical included', value: rises.length, unit: 'count' },
      ...share(
        'crises announced within 24 h',
        'grave facts of single articles included',
        count(crises, ({ isAnnouncedAsGrave }) => isAnnouncedAsGrave),
        crises.length,
      ),
      ...share(
        'benign spikes announced',
        'grave facts of single articles included',
        count(benign, ({ isAnnouncedAsGrave }) => isAnnouncedAsGrave),
        benign.length,
      ),
      {
        name: 'events fired, grave facts of single articles included',
        value: [...input.stories.values()].flat().flatMap(graveEventsOf).length,
        unit: 'count',
      },
    ],
    tables: [
      { title: 'Every labelled event', rows: [headings, ...judged.map(toRow)] },
      { title: 'Halves', rows: halves(crises) },
    ],
    misjudged: judged.flatMap(misjudgement),
  }
}

type Judged = {
  event: LabelledEvent
  isAnnounced: boolean
  isAnnouncedAfter: boolean
  isAnnouncedByWord: boolean
  isEverAnnounced: boolean
  /** By any event but those of merely negative articles; of a crisis in time, of a benign spike at any time. */
  isAnnouncedAsGrave: boolean
  isRightCategory: boolean
  isAlarmed: boolean
  severity: Severity | undefined
  delayHours: number | undefined
  headline: string
}

function judge(event: LabelledEvent, input: CrisesInput, alarms: readonly Alarm[]): Judged {
  const isOfEvent = (articleId: string) => event.stories.has(input.storyOf.get(articleId) ?? '')
  const own = (input.mentions.get(event.company) ?? []).filter(({ articleId }) => isOfEvent(articleId))
  const reports = (input.riskEvents.get(event.company) ?? []).filter(({ assessment }) =>
    assessment.evidence.some(isOfEvent),
  )
  const first = event.firstArticleAt
  const firstByWord =
    own.find(({ title, publishedAt }) => publishedAt >= first && riskWords.test(title))?.publishedAt ?? first
  const publishedAt = new Map(own.map((mention) => [mention.articleId, mention.publishedAt]))
  const isOfEventBy = (until: number) => (articleId: string) => (publishedAt.get(articleId) ?? Number.NaN) <= until
  const by = (from: number) =>
    reports.filter(
      ({ assessment }) =>
        assessment.rises[0]!.at <= from + inTime && assessment.evidence.some(isOfEventBy(from + inTime)),
    )
  const timely = by(first)
  const severities = timely.map(({ assessment }) => assessment.level)
  const delays = reports.map(({ assessment }) => (assessment.rises[0]!.at - first) / hour)
  return {
    event,
    isAnnounced: timely.length > 0,
    isAnnouncedAfter: timely.some(({ assessment }) => assessment.rises[0]!.at >= first),
    isAnnouncedByWord: by(firstByWord).length > 0,
    isEverAnnounced: reports.length > 0,
    isAnnouncedAsGrave: (input.stories.get(event.company) ?? []).some((found) => {
      const until = event.kind === 'crisis' ? first + inTime : Number.POSITIVE_INFINITY
      const isReport = ({ articleId, risks }: Mention) => risks.length > 0 && isOfEventBy(until)(articleId)
      return found.story.mentions.some(isReport) && graveEventsOf(found).some(({ at }) => at <= until)
    }),
    isRightCategory: timely.some(({ assessment }) =>
      categoriesOfLabel(event.category ?? '').includes(assessment.category),
    ),
    isAlarmed: alarms.some(
      ({ at, articles }) =>
        at <= (event.kind === 'crisis' ? first + inTime : Number.POSITIVE_INFINITY) && articles.some(isOfEvent),
    ),
    severity: severities.includes('critical') ? 'critical' : severities.length > 0 ? 'high' : undefined,
    delayHours: delays.length > 0 ? delays.reduce((a, b) => Math.min(a, b)) : undefined,
    headline: (timely[0] ?? reports[0])?.assessment.headline.title ?? '',
  }
}

const headings = ['company', 'event', 'wanted', 'announced', 'after', 'severity', 'headline']

function toRow({ event, isAnnounced, isEverAnnounced, delayHours, severity, headline }: Judged): string[] {
  const isCrisis = event.kind === 'crisis'
  return [
    event.company,
    event.description,
    isCrisis ? (event.severity ?? '') : 'nothing',
    isAnnounced ? 'in time' : isEverAnnounced ? 'late' : 'no',
    delayHours === undefined ? '' : `${delayHours.toFixed(0)} h`,
    severity ?? '',
    headline.slice(0, 70),
  ]
}

/** Settings that were tuned on some events must do as well on the others. */
function halves(crises: readonly Judged[]): string[][] {
  const row = (name: string, rows: readonly Judged[]) => [
    name,
    `${rows.filter(({ isAnnounced }) => isAnnounced).length} of ${rows.length}`,
    `${rows.filter(({ severity, event }) => severity === event.severity).length} of ${rows.length}`,
  ]
  return [
    ['half', 'announced', 'severity'],
    row(
      'odd',
      crises.filter((_, index) => index % 2 === 0),
    ),
    row(
      'even',
      crises.filter((_, index) => index % 2 === 1),
    ),
  ]
}

function misjudgement({ event, isAnnounced, isEverAnnounced, severity, headline, delayHours }: Judged): Misjudged[] {
  const isCrisis = event.kind === 'crisis'
  const isRight = isCrisis ? isAnnounced && severity === event.severity : !isEverAnnounced
  if (isRight) return []
  return [
    {
      group: isCrisis ? 'crisis' : 'benign',
      query: `${event.company}: ${event.description}`,
      listed: headline,
      score: delayHours ?? Number.NaN,
      expected: isCrisis ? `announced as ${event.severity}` : 'left alone',
      explanation: severity ?? '',
    },
  ]
}
