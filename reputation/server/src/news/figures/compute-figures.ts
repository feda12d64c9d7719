/**
 * A company's figures from the mentions that it can see. Pure, and a second of computing for a large company: runs in the
 * pipeline's thread. The same mentions give the same figures, whether few days are computed again or all of them.
 */
import { type Alert, type AssessedStory, alertsOf } from '@service/reputation-domain/alerts/alert.ts'
import { type AlertEvent, type Announced, announcementsOf } from '@service/reputation-domain/alerts/alert-events.ts'
import { assessStory } from '@service/reputation-domain/alerts/assess-story.ts'
import { alertSettings } from '@service/reputation-domain/alerts/settings.ts'
import { typicalReach } from '@service/reputation-domain/alerts/typical-reach.ts'
import { countsInFigures, type Mention, sentimentOf } from '@service/reputation-domain/mentions/mentions.ts'
import { atOnce, type Pieces } from '@service/reputation-domain/pieces/pieces.ts'
import { type PillarInputs, pillarsOfDay } from '@service/reputation-domain/score/day-pillars.ts'
import type { DaySums } from '@service/reputation-domain/score/day-sums.ts'
import { driversOf } from '@service/reputation-domain/score/drivers.ts'
import { type Drop, dropsToAnnounce, type ScoredDay } from '@service/reputation-domain/score/drop.ts'
import { methodologyVersion } from '@service/reputation-domain/score/methodology.ts'
import { pillars } from '@service/reputation-domain/score/pillar.ts'
import { scoreSettings } from '@service/reputation-domain/score/settings.ts'
import { dailySentiment } from '@service/reputation-domain/series/daily-sentiment.ts'
import { type Day, dayOf, isoDay } from '@service/reputation-domain/series/model/day.ts'
import { countUpTo } from '@service/reputation-domain/series/model/observed-window.ts'
import { clusterStoriesInPieces, type Story } from '@service/reputation-domain/stories/stories.ts'
import { everyDayOf } from '../model/every-day.ts'
import type {
  AlertAnnouncement,
  ComputedAlert,
  Driver,
  Drivers,
  Figures,
  SentimentDay,
  StoredStory,
} from '../model/figures.ts'
import { rounded } from '../model/rounded.ts'
import type { StoredMention } from '../model/stored-mention.ts'
import type { DatedCompletion } from '../visibility/read-completions.ts'
import { storedStory } from './compute-story.ts'
import { modulo, withCopies, within } from './compute-subject-days.ts'
import { correctedSums } from './corrected-sums.ts'

export type FiguresInput = {
  /** In milliseconds since 1970. */
  now: number
  /** From which on anything may have changed. */
  fromDay: Day
  /** P(negative) from which an article is an alert. */
  threshold: number
  /** All days with news about any subject that the company can see, in order. */
  observed: readonly Day[]
  /** From `sumsForFigures` on. */
  own: readonly DaySums[]
  peers: readonly (readonly DaySums[])[]
  announced: readonly Announced[]
  announcedDrops: readonly Day[]
  provider: { name: string; version: string }
  /** Of language models, read for the company; undefined where no model is asked and none were imported. */
  completions?: readonly DatedCompletion[] | undefined
}

/**
 * What a story is depends on what was written in the month before it, and how pressing, on what is usual. As with the
 * sums of days, stories are therefore made in blocks of fixed days, each with all that a story in it may depend on, and
 * belong to the block in which they begin.
 */
const block = { days: 32, before: 45, observedBefore: 20, after: 6 }
/** A late article may join a story that began so many days before. */
const maxStoryDays = 6
/** Days that are scored in any case, for a fall to be seen: those that may have closed just now, and the week before. */
const dropDays = 20

const storiesFrom = (day: Day): Day => day - maxStoryDays - modulo(day - maxStoryDays, block.days)

/** From when on mentions of the own subject have to be at hand. */
export const mentionsForFigures = (fromDay: Day, observed: readonly Day[]): Day =>
  Math.min(blockFrom(storiesFrom(fromDay), observed), windowFrom(fromDay))

/** From when on the sums of the own subject and its peers have to be. */
export const sumsForFigures = (fromDay: Day, now: number): Day => windowFrom(scoresFrom(fromDay, now))

/** From when on the completions of language models have to be at hand. */
export const completionsForFigures = (fromDay: Day, now: number): Day => windowFrom(scoresFrom(fromDay, now))

const scoresFrom = (fromDay: Day, now: number): Day => Math.min(fromDay, dayOf(now) - dropDays)

/** The first day that the score of a day looks back on. */
const windowFrom = (day: Day): Day => day - scoreSettings.windowDays + 1

const blockFrom = (start: Day, observed: readonly Day[]): Day =>
  Math.min(start - block.before, observedBefore(start, observed, block.observedBefore))

/** The day itself where there are not so many before it. */
const observedBefore = (day: Day, observed: readonly Day[], count: number): Day =>
  observed[Math.max(0, countUpTo(observed, day) - count)] ?? day

export const computeFigures = (mentions: readonly StoredMention[], input: FiguresInput): Figures =>
  atOnce(computeFiguresInPieces(mentions, input))

export function* computeFiguresInPieces(mentions: readonly StoredMention[], given: FiguresInput): Pieces<Figures> {
  const { now, fromDay } = given
  const input = { ...given, own: yield* correctedSums(given.own, mentions, sumsForFigures(fromDay, now)) }
  const today = dayOf(now)
  const methodology = methodologyVersion(input.provider)
  const stories = yield* assessedStories(mentions, input)
  const byArticle = new Map(mentions.map((mention) => [mention.articleId, mention]))
  const scores = scoreDays(input, methodology)
  const recent = yield* withCopies(within(mentions, windowFrom(today), today + 1))
  return {
    sentimentFrom: isoDay(fromDay),
    sentiment: sentimentDays(mentions, fromDay),
    scoresFrom: isoDay(scoresFrom(fromDay, now)),
    scores: scores.map(({ day, values, ...rest }) => ({ ...rest, day: isoDay(day), pillars: values })),
    lastDay: isoDay(today),
    storiesFrom: isoDay(storiesFrom(fromDay)),
    storyIds: stories.map(({ story }) => story.id),
    stories: yield* storedStories(stories, input, byArticle),
    alerts: yield* storedAlerts(stories, input, byArticle),
    drivers: yield* driversOn(today, recent, byArticle, input),
    methodologyVersion: methodology,
    sample: mentions.some(({ sample }) => sample),
    announcements: yield* announcements(stories, input, byArticle),
    drops: newDrops(scores, mentions, input),
  }
}

function* assessedStories(
  mentions: readonly StoredMention[],
  { fromDay, now, observed }: FiguresInput,
): Pieces<AssessedStory[]> {
  const assessed: AssessedStory[] = []
  const first = storiesFrom(Math.max(fromDay, firstDay(mentions, dayOf(now))))
  for (let start = first; start <= dayOf(now) + 1; start += block.days) {
    const visible = within(mentions, blockFrom(start, observed), start + block.days + block.after)
    const reported = (yield* withCopies(visible)).filter(countsInFigures)
    const usual = typicalReach(reported, observed, alertSettings)
    for (const story of yield* clusterStoriesInPieces(reported)) {
      yield
      const began = beganOn(story)
      if (began < start || began >= start + block.days) continue
      assessed.push({ story, assessment: assessStory(story, usual, alertSettings) })
    }
  }
  return assessed
}

/** Scores every day, but for those on which nothing is left in the window: they stand as the last one before. */
function scoreDays({ fromDay, now, own, peers, observed, completions }: FiguresInput, version: string): ScoredDay[] {
  const byDay = (sums: readonly DaySums[]) => new Map(sums.map((one) => [one.day, one]))
  const inputs: PillarInputs = {
    own: byDay(own),
    peers: peers.length > 0 ? peers.map(byDay) : undefined,
    completions: (day) => completions?.filter(({ askedAt }) => isInWindow(dayOf(askedAt), day)),
  }
  const changing = new Set([...observed, ...(completions ?? []).map(({ askedAt }) => dayOf(askedAt))])
  const days: ScoredDay[] = []
  let lastChange = Number.NEGATIVE_INFINITY
  for (let day = windowFrom(scoresFrom(fromDay, now)); day <= dayOf(now); day++) {
    if (changing.has(day)) lastChange = day
    if (day < scoresFrom(fromDay, now) || day - lastChange > scoreSettings.windowDays) continue
    const ofDay = pillarsOfDay(day, inputs, scoreSettings)
    if (ofDay) days.push({ ...ofDay, methodologyVersion: version })
  }
  return days
}

/** Completions grow old with every day, whether it has news or not: the model is asked on all of them. */
const isInWindow = (day: Day, end: Day): boolean => day >= windowFrom(end) && day <= end

function sentimentDays(mentions: readonly StoredMention[], fromDay: Day): SentimentDay[] {
  const lastDay = mentions.reduce((last, { publishedAt }) => Math.max(last, dayOf(publishedAt)), fromDay)
  const first = Math.max(fromDay, firstDay(mentions, lastDay))
  return dailySentiment(mentions, first, lastDay).flatMap(({ date, ...ofDay }) =>
    ofDay.articleCount + ofDay.unjudged === 0 ? [] : [{ day: date, ...ofDay }],
  )
}

const firstDay = (mentions: readonly StoredMention[], otherwise: Day): Day =>
  mentions.reduce((first, { publishedAt }) => Math.min(first, dayOf(publishedAt)), otherwise)

function beganOn({ mentions: [first] }: Story): Day {
  if (!first) throw new RangeError('A story has no mention')
  return dayOf(first.publishedAt)
}

type ByArticle = ReadonlyMap<string, StoredMention>
const maxArticles = 20

/** A story that ended longer before than one lasts has neither taken nor lost an article of the days that changed. */
function* storedStories(
  stories: readonly AssessedStory[],
  { threshold, fromDay }: FiguresInput,
  byArticle: ByArticle,
): Pieces<StoredStory[]> {
  const stored: StoredStory[] = []
  for (const one of stories) {
    yield
    if (one.story.mentions.every(({ publishedAt }) => dayOf(publishedAt) < fromDay - maxStoryDays)) continue
    stored.push(storedStory(one, threshold, byArticle))
  }
  return stored
}

function* storedAlerts(
  stories: readonly AssessedStory[],
  { threshold }: FiguresInput,
  byArticle: ByArticle,
): Pieces<ComputedAlert[]> {
  const stored: ComputedAlert[] = []
  for (const one of stories) {
    for (const alert of alertsOf(one, threshold)) {
      yield
      stored.push(storedAlert(alert, one, byArticle))
    }
  }
  return stored
}

function storedAlert(alert: Alert, { story }: AssessedStory, byArticle: ByArticle): ComputedAlert {
  const shown = byArticle.get(alert.articleId)!
  const { id, kind, severity, title, source, sentimentScore } = alert
  const isSample = (articleId: string) => byArticle.get(articleId)!.sample
  // A risk is dated by the article that raised it, which is not the one that is shown.
  const dating = story.mentions.find(({ publishedAt }) => publishedAt === alert.publishedAt)
  const original = (dating ? byArticle.get(dating.articleId)! : shown).originalPublishedAt
  return {
    id,
    kind,
    story: alert.storyId,
    storyDay: isoDay(beganOn(story)),
    severity,
    publishedAt: new Date(alert.publishedAt),
    title,
    source,
    url: shown.url,
    sentimentScore: rounded(sentimentScore),
    language: shown.language ?? null,
    sample: kind === 'risk' ? alert.articles.some(isSample) : shown.sample,
    originalPublishedAt: original === undefined ? null : new Date(original),
    risk: kind === 'risk' ? riskDetail(alert, byArticle) : null,
  }
}

const riskDetail = ({ category, severity, reach, articles }: Alert & { kind: 'risk' }, byArticle: ByArticle) => ({
  category,
  level: severity,
  reach: rounded(reach),
  articleCount: articles.length,
  articles: articles.slice(0, maxArticles).map((id) => {
    const { title, outlet, url, publishedAt, originalPublishedAt } = byArticle.get(id)!
    return {
      title,
      source: outlet,
      url,
      publishedAt: new Date(publishedAt).toISOString(),
      ...(originalPublishedAt !== undefined && { originalPublishedAt: new Date(originalPublishedAt).toISOString() }),
    }
  }),
})

function* driversOn(
  day: Day,
  mentions: readonly (StoredMention & Mention)[],
  byArticle: ByArticle,
  input: Pick<FiguresInput, 'peers'>,
): Pieces<Drivers> {
  const drivers: Drivers = {}
  const peers = input.peers.map((sums) => new Map(sums.map((one) => [one.day, one])))
  for (const pillar of pillars) {
    yield
    const found = driversOf(pillar, day, mentions, scoreSettings, { peers })
    if (found.length > 0) drivers[pillar] = found.map(({ articleId }) => toDriver(byArticle.get(articleId)!))
  }
  return drivers
}

const toDriver = (mention: StoredMention): Driver => ({
  articleId: mention.articleId,
  title: mention.title,
  source: mention.outlet,
  url: mention.url,
  publishedAt: new Date(mention.publishedAt).toISOString(),
  sentimentScore: rounded(sentimentOf(mention)),
  ...(mention.originalPublishedAt !== undefined && {
    originalPublishedAt: new Date(mention.originalPublishedAt).toISOString(),
  }),
})

function* announcements(
  stories: readonly AssessedStory[],
  input: FiguresInput,
  byArticle: ByArticle,
): Pieces<AlertAnnouncement[]> {
  const announced = Map.groupBy(input.announced, ({ articleId }) => articleId)
  const all: AlertAnnouncement[] = []
  for (const one of stories) {
    yield
    const known = one.story.mentions.flatMap(({ articleId }) => announced.get(articleId) ?? [])
    for (const announcement of announcementsOfStory(one, known, input, byArticle)) all.push(announcement)
  }
  return all
}

/** Alerts of a sample are not sent, but remembered as if they had been. */
function announcementsOfStory(
  one: AssessedStory,
  announced: readonly Announced[],
  { now, threshold }: FiguresInput,
  byArticle: ByArticle,
): AlertAnnouncement[] {
  const { fire, silence } = announcementsOf(one, announced, now, threshold, alertSettings)
  const isReal = ({ articleId }: AlertEvent) => !byArticle.get(articleId)!.sample
  return [
    ...fire.map((event) => announcement(event, isReal(event), byArticle)),
    ...silence.map((event) => announcement(event, false, byArticle)),
  ]
}

function announcement(event: AlertEvent, shouldSend: boolean, byArticle: ByArticle): AlertAnnouncement {
  const { audience, severity, at, articleId, alert } = event
  const { id, kind, title, source, sentimentScore } = alert
  const { url } = byArticle.get(alert.articleId)!
  return {
    shouldSend,
    audience,
    severity,
    at: new Date(at),
    articleId,
    alert: { id, kind, title, source, url, sentimentScore: rounded(sentimentScore) },
  }
}

/** A score that a sample is part of has not dropped in earnest. */
function newDrops(scores: readonly ScoredDay[], mentions: readonly StoredMention[], input: FiguresInput): Drop[] {
  const { now, announcedDrops } = input
  const oldest = windowFrom(dayOf(now) - dropDays)
  if (mentions.some(({ sample, publishedAt }) => sample && dayOf(publishedAt) >= oldest)) return []
  const days = everyDayOf(new Map(scores.map((day) => [day.day, day])), dayOf(now) - dropDays, dayOf(now))
  return dropsToAnnounce(days, announcedDrops, now, scoreSettings)
}
