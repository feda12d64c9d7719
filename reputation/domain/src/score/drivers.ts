/** The texts that moved a pillar most: what to read to understand it. */
import type { AuthorityOverrides } from '../articles/articles.ts'
import { compareMentions, countsInFigures, inOrder, type Mention } from '../mentions/mentions.ts'
import { type Day, dayOf } from '../series/model/day.ts'
import { remaining } from './day-pillars.ts'
import type { DaySums } from './day-sums.ts'
import { calmPart, type Weighed, weighDay } from './mention-weight.ts'
import type { Pillar } from './pillar.ts'
import type { ScoreSettings } from './settings.ts'
import { type Theme, themesOf } from './themes.ts'

const maxDrivers = 5
const themes: readonly string[] = ['performance', 'innovation', 'purpose'] satisfies Theme[]

export type Driver = {
  /** The original, or the first of its copies in the window. */
  articleId: string
  /** What the text and its copies add to the pillar, below 0 where they lower it; in the unit of the pillar's own sum. */
  weight: number
}

/** What a pillar is measured against beside the own mentions. */
export type DriverContext = {
  /** The sums of the peers; undefined where none are configured. */
  peers?: readonly ReadonlyMap<Day, DaySums>[] | undefined
  overrides?: AuthorityOverrides
}

/**
 * Each pillar has its own measure of what moves it:
 * - those of tone: the words for or against that weigh most today;
 * - volume: the calm texts that were printed most;
 * - authority: the calm texts whose publishers differ most from the level at which the pillar stands;
 * - share of voice: the calm texts of the days on which the company was heard most, or least, beside its peers.
 *
 * Each text is named once, with all its copies, and none that moved nothing.
 */
export function driversOf(
  pillar: Pillar,
  day: Day,
  mentions: readonly Mention[],
  settings: ScoreSettings,
  { peers, overrides }: DriverContext = {},
): Driver[] {
  const inWindow = inOrder(mentions).filter(
    (mention) => ageOn(day, mention) >= 0 && ageOn(day, mention) < settings.windowDays && countsInFigures(mention),
  )
  const byDay = Map.groupBy(inWindow, ({ publishedAt }) => dayOf(publishedAt))
  const days = [...byDay].map(([date, ofDay]) => ({ date, weighed: weighDay(ofDay, settings, overrides) }))
  return byText(shares(pillar, day, days, peers, settings))
    .filter(({ weight }) => weight !== 0)
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || compareMentions(b.mention, a.mention))
    .slice(0, maxDrivers)
    .map(({ mention, weight }) => ({ articleId: mention.articleId, weight }))
}

const ageOn = (day: Day, { publishedAt }: Mention): number => day - dayOf(publishedAt)

type WeighedDay = { date: Day; weighed: readonly Weighed[] }
/** What one mention adds to the pillar. */
type Share = { mention: Mention; weight: number }

function shares(
  pillar: Pillar,
  today: Day,
  days: readonly WeighedDay[],
  peers: DriverContext['peers'],
  settings: ScoreSettings,
): Share[] {
  switch (pillar) {
    case 'ai_visibility':
      return []
    case 'volume':
      return voicesOf(days).map(({ mention, voice }) => ({ mention, weight: voice }))
    case 'authority':
      return sharesOfAuthority(days, settings)
    case 'share_of_voice':
      return peers && peers.length > 0 ? sharesBesidePeers(days, peers) : []
    default:
      return days.flatMap(({ weighed }) => sharesOfTone(pillar, today, weighed, settings))
  }
}

function sharesOfTone(
  pillar: keyof ScoreSettings['halfLifeDays'],
  today: Day,
  weighed: readonly Weighed[],
  { halfLifeDays }: ScoreSettings,
): Share[] {
  return weighed
    .filter(({ mention }) => !themes.includes(pillar) || themesOf(mention).has(pillar as Theme))
    .map(({ mention, weight, sentiment }) => ({
      mention,
      weight: weight * sentiment * remaining(ageOn(today, mention), halfLifeDays[pillar]),
    }))
}

type Voice = { mention: Mention; date: Day; voice: number; authority: number }

const voicesOf = (days: readonly WeighedDay[]): Voice[] =>
  days.flatMap(({ date, weighed }) => {
    const part = calmPart(weighed)
    return weighed
      .filter(({ isCalm }) => isCalm)
      .map(({ mention, copyShare, authority }) => ({ mention, date, voice: part * copyShare, authority }))
  })

/** How far above or below the level of all voices, the assumed ones included. */
function sharesOfAuthority(days: readonly WeighedDay[], { pseudoMentions, assumedAuthority }: ScoreSettings): Share[] {
  const voices = voicesOf(days)
  const count = pseudoMentions + voices.reduce((sum, { voice }) => sum + voice, 0)
  const sum = pseudoMentions * assumedAuthority + voices.reduce((sum, one) => sum + one.voice * one.authority, 0)
  return voices.map(({ mention, voice, authority }) => ({ mention, weight: voice * (authority - sum / count) }))
}

/** What the company was heard more, or less, than a peer on a day is divided among its voices of that day. */
function sharesBesidePeers(days: readonly WeighedDay[], peers: NonNullable<DriverContext['peers']>): Share[] {
  const voices = voicesOf(days)
  const ownOn = new Map<Day, number>()
  for (const { date, voice } of voices) ownOn.set(date, (ownOn.get(date) ?? 0) + voice)
  return voices.map(({ mention, date, voice }) => {
    const own = ownOn.get(date) ?? 0
    const others = peers.reduce((sum, peer) => sum + (peer.get(date)?.voice ?? 0), 0) / peers.length
    return { mention, weight: own === 0 ? 0 : ((own - others) * voice) / own }
  })
}

function byText(shares: readonly Share[]): Share[] {
  const texts = Map.groupBy(shares, ({ mention }) => mention.copyOf ?? mention.articleId)
  return [...texts].flatMap(([text, of]) => {
    const named = of.find(({ mention }) => mention.articleId === text) ?? of[0]
    return named ? [{ mention: named.mention, weight: of.reduce((sum, { weight }) => sum + weight, 0) }] : []
  })
}
