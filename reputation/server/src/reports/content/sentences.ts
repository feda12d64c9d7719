/** The first page: the month in five sentences that are made of numbers alone. */
import type { MonthScore, MonthStory } from '../../news/model/month-of-news.ts'
import type { ReportFacts } from '../model/report-facts.ts'
import {
  counted,
  dayOfMonth,
  duration,
  hundredths,
  isolated,
  listed,
  pillarNames,
  quoted,
  signed,
  tenths,
  whole,
} from './words.ts'

export const fiveSentences = (facts: ReportFacts): string[] => [
  whatHappened(facts),
  whatCausedIt(facts),
  whatWasWritten(facts),
  whatWasAnnounced(facts),
  whatToDecide(facts),
]

/** A summary of the month in one line. */
export function headline({ news: { score } }: ReportFacts): string {
  if (!score) return 'There is no score yet.'
  if (score.before === null || score.change === null) return `Reputation stood at ${tenths(score.after)}.`
  if (score.change === 0) return `Reputation stayed at ${tenths(score.after)}.`
  return `Reputation ${score.change < 0 ? 'fell' : 'rose'} from ${tenths(score.before)} to ${tenths(score.after)}.`
}

function whatHappened(facts: ReportFacts): string {
  const { score, subject } = facts.news
  const on = dayOfMonth(facts.lastDate)
  if (!score) return `There has been no news about ${isolated(subject.name)} up to ${on}, so there is no score.`
  const rank = rankOf(facts)
  if (score.before === null || score.change === null) {
    return `The score was ${tenths(score.after)} of 100 on ${on}; there is none from before the month to compare it with${rank}.`
  }
  const verb = score.change < 0 ? 'fell by' : 'rose by'
  const moved =
    score.change === 0
      ? `The score was ${tenths(score.after)} of 100 on ${on}, as before the month`
      : `The score ${verb} ${counted1(Math.abs(score.change))}, from ${tenths(score.before)} to ${tenths(score.after)} of 100 on ${on}`
  return `${moved}${rank}.`
}

const counted1 = (points: number): string => `${tenths(points)} ${points === 1 ? 'point' : 'points'}`

function rankOf({ news: { peers } }: ReportFacts): string {
  const scored = peers.filter(({ score }) => score !== null)
  const rank = scored.findIndex(({ isOwn }) => isOwn) + 1
  return rank === 0 || scored.length < 2 ? '' : `, ${rank}${ordinal(rank)} of the ${scored.length} companies compared`
}

const ordinal = (rank: number): string => {
  if (rank % 100 >= 11 && rank % 100 <= 13) return 'th'
  return ['th', 'st', 'nd', 'rd'][rank % 10] ?? 'th'
}

function whatCausedIt({ news }: ReportFacts): string {
  const { score, stories, withoutTopTwo } = news
  const pillars = score ? pillarsThatMoved(score) : undefined
  const causes = stories.filter(({ effect }) => effect !== null && effect !== 0).slice(0, 2)
  if (!score || causes.length === 0 || withoutTopTwo === null) {
    return (
      pillars ??
      (news.articles.count === 0
        ? 'Nothing was written that could have moved it.'
        : 'No single story moved it by a tenth of a point or more.')
    )
  }
  const titles = listed(causes.map(({ title }) => quoted(title, 80)))
  const without = `Without the ${causes.length === 1 ? 'story' : 'two stories'} ${titles} it would be ${tenths(withoutTopTwo)}.`
  return pillars ? `${pillars.slice(0, -1)}; w${without.slice(1)}` : without
}

function pillarsThatMoved({ pillars, change }: MonthScore): string | undefined {
  if (change === null) return undefined
  const moved = pillars
    .flatMap(({ pillar, change: points }) => (points === null || points === 0 ? [] : [{ pillar, points }]))
    .sort((one, other) => Math.abs(other.points) - Math.abs(one.points))
  const [first, ...rest] = moved
  if (!first) return undefined
  const named = ({ pillar, points }: typeof first) =>
    `${pillarNames[pillar].toLowerCase().replace('ai ', 'AI ')} (${signed(points)})`
  const along = rest.find(({ points }) => Math.sign(points) === Math.sign(first.points))
  const against = rest.find(({ points }) => Math.sign(points) !== Math.sign(first.points))
  const start = `${capital(named(first))} moved it most${along ? `, then ${named(along)}` : ''}`
  return `${start}${against ? `; ${named(against)} moved the other way` : ''}.`
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function whatWasWritten({ news: { articles, days } }: ReportFacts): string {
  const unjudged =
    articles.unjudged > 0
      ? `; ${counted(articles.unjudged, 'further article')} in languages that are not judged ${articles.unjudged === 1 ? 'is' : 'are'} no part of this`
      : ''
  if (articles.count === 0) return `No article about the company was judged in this month${unjudged}.`
  const busiest = [...days].sort((one, other) => other.count - one.count || (one.date < other.date ? -1 : 1))[0]
  const peak =
    busiest && days.filter(({ count }) => count > 0).length > 1
      ? `, ${whole(busiest.count)} of them on ${dayOfMonth(busiest.date)} alone`
      : ''
  return (
    `${counted(articles.count, 'article')} from ${counted(articles.sites, 'site')} spoke of the company${peak}: ` +
    `${whole(articles.negative)} negative, ${whole(articles.neutral)} neutral and ${whole(articles.positive)} positive` +
    `${articles.mean === null ? '' : `, with a mean sentiment of ${hundredths(articles.mean)} between −1 and +1`}${unjudged}.`
  )
}

function whatWasAnnounced({ news: { alerts, stories }, sent }: ReportFacts): string {
  const alerted = stories.filter((story): story is MonthStory & { alertedAt: number } => story.alertedAt !== null)
  const total = alerts.critical + alerts.high
  const delivered = sent.deliveries.reduce((sum, { succeeded }) => sum + succeeded, 0)
  const failed = sent.deliveries.reduce((sum, { failed: count }) => sum + count, 0)
  const events =
    delivered + failed === 0
      ? sent.webhooks === 0
        ? 'no webhook is registered, so none was sent anywhere'
        : 'nothing was sent to webhooks'
      : `webhooks received ${counted(delivered, 'event')}${failed > 0 ? ` and missed ${whole(failed)}` : ''}`
  if (total === 0) return `No alert was raised; ${events}.`
  const first = alerted.sort((one, other) => one.alertedAt - other.alertedAt)[0]
  const delay =
    first && first.alertedAt >= first.beganAt && first.alertedAt - first.beganAt < 7 * 86_400_000
      ? `, the first ${duration(first.alertedAt - first.beganAt)} after the first article of its story`
      : ''
  const kinds = [
    ...(alerts.critical > 0 ? [`${whole(alerts.critical)} critical`] : []),
    ...(alerts.high > 0 ? [`${whole(alerts.high)} high`] : []),
  ]
  return `${capital(listed(kinds))} ${total === 1 ? 'alert was' : 'alerts were'} raised${delay}; ${events}.`
}

function whatToDecide({ news, sent, screened }: ReportFacts): string {
  const severe = news.stories.filter(({ severity }) => severity !== null).length
  const failed = sent.deliveries.reduce((sum, { failed: count }) => sum + count, 0)
  const unmeasured = news.score?.pillars.filter(({ score }) => score === null) ?? []
  const open = [
    ...(severe > 0 ? [`how to respond to ${counted(severe, 'story', 'stories')} with alerts (page 3)`] : []),
    ...(screened.trueMatches > 0
      ? [`what follows from ${counted(screened.trueMatches, 'true match', 'true matches')} (page 6)`]
      : []),
    ...(failed > 0 ? [`whether to resend ${counted(failed, 'failed delivery', 'failed deliveries')} (page 6)`] : []),
    ...(unmeasured.length > 0
      ? [
          `whether to measure ${listed(unmeasured.map(({ pillar }) => pillarNames[pillar].replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())))} (page 7)`,
        ]
      : []),
    ...(news.articles.unjudged > news.articles.count
      ? ['whether to add sources in languages that are judged (page 7)']
      : []),
  ]
  return open.length === 0 ? 'Nothing in these figures asks for a decision.' : `To decide: ${listed(open)}.`
}
