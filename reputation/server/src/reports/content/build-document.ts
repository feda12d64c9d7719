/** The document of a report, page by page. Pure: the same facts make the same document. */
import { scoreSettings } from '@service/reputation-domain/score/settings.ts'
import { localDate } from '@service/reputation-domain/series/model/month.ts'
import { type ChartElement, titleOf } from '@service/ui-charts/element.ts'
import { lineChart } from '@service/ui-charts/line-chart.ts'
import { barInRow, dotInRow, gotOfCouldInRow, tonesInRow } from '@service/ui-charts/row-charts.ts'
import { stackedDaysChart } from '@service/ui-charts/stacked-days-chart.ts'
import { waterfallChart } from '@service/ui-charts/waterfall-chart.ts'
import { writeSvg } from '@service/ui-charts/write-svg.ts'
import type { Chart, PeerRow, PillarRow, ReportDocument, StoryRow } from '../model/report-document.ts'
import type { ReportFacts, Stamp } from '../model/report-facts.ts'
import { limitsPage, methodPage } from './limits.ts'
import { sentPage } from './sent.ts'
import { fiveSentences, headline } from './sentences.ts'
import {
  breakable,
  counted,
  dayOfMonth,
  hundredths,
  isolated,
  listed,
  monthOf,
  percent,
  pillarNames,
  riskNames,
  shortDay,
  shortened,
  signed,
  tenths,
  whole,
} from './words.ts'

export function buildDocument(facts: ReportFacts, { revision, madeAt }: Stamp): ReportDocument {
  const { company, period, news } = facts
  const made = localDate(madeAt, company.timeZone)
  const month = monthOf(period)
  const until = facts.isWholeMonth ? '' : `, up to ${dayOfMonth(facts.lastDate)}`
  const subject = shortened(news.subject.name, 60)
  return {
    title: `${isolated(subject)}: monthly insight, ${month}`,
    author: shortened(company.name, 80),
    date: { year: Number(made.slice(0, 4)), month: Number(made.slice(5, 7)), day: Number(made.slice(8)) },
    head: {
      company: isolated(subject),
      period: `${month}${until}`,
      stamp: `revision ${revision} of ${dayOfMonth(made)} ${made.slice(0, 4)}`,
    },
    foot: `Written from data alone${news.methodologyVersion ? ` · method ${news.methodologyVersion}` : ''}`,
    sample: news.sample ? 'Sample news of 2014 is among these data' : null,
    summary: summaryPage(facts),
    why: whyPage(facts),
    stories: storiesPage(facts),
    sentiment: sentimentPage(facts),
    peers: peersPage(facts),
    sent: sentPage(facts),
    limits: limitsPage(facts),
    method: methodPage(facts),
  }
}

const drawn = (chart: ChartElement): Chart => ({ svg: writeSvg(chart), alt: titleOf(chart) })

function summaryPage(facts: ReportFacts): ReportDocument['summary'] {
  const { score, articles, alerts, peers } = facts.news
  const rank = peers.filter((peer) => peer.score !== null).findIndex(({ isOwn }) => isOwn) + 1
  const scored = peers.filter((peer) => peer.score !== null)
  return {
    headline: headline(facts),
    figures: [
      {
        value: score ? tenths(score.after) : '–',
        label: 'score of 100',
        note: score?.change != null ? `${signed(score.change)} in the month` : 'nothing to compare it with',
      },
      {
        value: whole(articles.count),
        label: articles.count === 1 ? 'article' : 'articles',
        note: articles.mean === null ? 'no sentiment' : `mean sentiment ${hundredths(articles.mean)}`,
      },
      {
        value: whole(alerts.critical + alerts.high),
        label: alerts.critical + alerts.high === 1 ? 'alert' : 'alerts',
        note: `${whole(alerts.critical)} critical, ${whole(alerts.high)} high`,
      },
      {
        value: rank > 0 ? `${rank} of ${scored.length}` : '–',
        label: 'among peers',
        note:
          rank > 0
            ? `from ${tenths(Math.min(...scored.map((peer) => peer.score ?? 0)))} to ${tenths(Math.max(...scored.map((peer) => peer.score ?? 0)))}`
            : 'no peers are compared',
      },
    ],
    chart: score ? scoreLine(facts) : null,
    chartNote: score
      ? `The score at the end of each day (UTC); an open dot is a day without news. Confidence ${score.confidence}: ${whole(Math.round(score.effectiveMentions))} mentions in 30 days, copies damped.`
      : '',
    sentences: fiveSentences(facts),
    comment: facts.comment === null ? null : breakable(facts.comment),
  }
}

function scoreLine({ news: { score } }: ReportFacts): Chart | null {
  if (!score) return null
  const points = score.history.map(({ date, value, observed }) => ({
    label: shortDay(date),
    value,
    carried: !observed,
  }))
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]))
  const title = `Line of the score by day, between ${tenths(Math.min(...values))} and ${tenths(Math.max(...values))}, ${tenths(score.after)} on the last day.`
  return drawn(
    lineChart(points, {
      title,
      width: 480,
      height: 150,
      minSpan: 10,
      bounds: [0, 100],
      format: (value) => `${Math.round(value * 10) / 10}`,
    }),
  )
}

function whyPage({ news: { score }, lastDate }: ReportFacts): ReportDocument['why'] {
  if (!score) return { sentence: 'Without news there is no score to explain.', chart: null, pillars: [], note: '' }
  const most = Math.max(...score.pillars.map(({ could }) => could))
  const rows = score.pillars.map(({ pillar, got, could, change, score: of, status, sampleSize }): PillarRow => {
    const name = pillarNames[pillar]
    return {
      name,
      bar: drawn(
        gotOfCouldInRow(
          { got, could },
          { title: `${name}: ${tenths(got)} of ${tenths(could)} points`, width: 120, max: most },
        ),
      ),
      got: of === null ? '–' : tenths(got),
      could: of === null ? '–' : tenths(could),
      change: change === null ? '–' : signed(change),
      score: of === null ? 'not measured' : tenths(of),
      rests: of === null ? '' : `${counted(sampleSize, 'mention')}${status === 'estimated' ? ', estimated' : ''}`,
    }
  })
  const lost = score.pillars.reduce((sum, { could, got }) => sum + could - got, 0)
  const worst = [...score.pillars].sort((one, other) => other.could - other.got - (one.could - one.got))[0]
  const missing = worst
    ? `; ${tenths(worst.could - worst.got)} of them in ${pillarNames[worst.pillar].toLowerCase()}`
    : ''
  return {
    sentence: `${tenths(score.after)} points were got of 100 that could be, ${tenths(lost)} were not${missing}.`,
    chart: waterfall(score, dayOfMonth(lastDate)),
    pillars: rows,
    note:
      'What each pillar got is its weight times its score; what it could get is its weight. Weights of pillars that are not ' +
      'measured are spread over the others. Got and changes add up to the totals, to the tenth. “Estimated”: fewer than ' +
      `${scoreSettings.pseudoMentions} weighted mentions, so that what is assumed of a company that nobody speaks of outweighs them.`,
  }
}

function waterfall(score: NonNullable<ReportFacts['news']['score']>, lastDay: string): Chart | null {
  if (score.before === null || score.change === null) return null
  const steps = score.pillars
    .flatMap(({ pillar, change }) => (change === null || change === 0 ? [] : [{ label: pillarNames[pillar], change }]))
    .sort((one, other) => one.change - other.change)
  return drawn(
    waterfallChart(steps, {
      title: `From ${tenths(score.before)} to ${tenths(score.after)}: ${steps.length === 0 ? 'no pillar moved' : listed(steps.map(({ label, change }) => `${label} ${signed(change)}`))}.`,
      width: 480,
      before: { label: 'Before the month', value: score.before },
      after: { label: lastDay, value: score.after },
      format: tenths,
      formatChange: signed,
    }),
  )
}

function storiesPage({ news, company }: ReportFacts): ReportDocument['stories'] {
  const { stories, storyCount } = news
  const day = (ms: number) => dayOfMonth(localDate(ms, company.timeZone))
  const rows = stories.map((story): StoryRow => {
    const [first, last] = [day(story.beganAt), day(story.lastAt)]
    const level = story.level === null ? [] : [`level ${story.level}`]
    return {
      title: shortened(story.title, 150),
      url: story.url,
      source: isolated(shortened(story.source, 40)),
      when: first === last ? first : `${first} to ${last}`,
      facts: [
        counted(story.articleCount, 'article'),
        counted(story.outletCount, 'outlet'),
        ...(story.category === null ? [] : [riskNames[story.category]]),
        ...level,
        ...(story.reach === null ? [] : [`reach ${tenths(story.reach)}`]),
        ...(story.severity === null ? [] : [`${story.severity} alert`]),
      ],
      tones: drawn(
        tonesInRow(story, {
          title: `${story.negative} negative, ${story.neutral} neutral, ${story.positive} positive`,
          width: 90,
          max: Math.max(1, story.negative + story.neutral + story.positive),
        }),
      ),
      effect: story.effect === null ? 'not computed' : signed(story.effect),
    }
  })
  const rest = storyCount - stories.length
  const these = stories.length === 1 ? 'this is the one' : `these are the ${stories.length}`
  return {
    sentence:
      storyCount === 0
        ? 'No story about the company was written in this month.'
        : `${counted(storyCount, 'story', 'stories')} ${storyCount === 1 ? 'was' : 'were'} written about${rest > 0 ? `; ${these} that moved the score most` : ''}.`,
    rows,
    note:
      storyCount === 0
        ? ''
        : 'Effect: the score on the last day less what it would be without the articles of the story. News ages, and stories ' +
          'share days, so effects do not add up to the change of the month. Bars: negative, neutral and positive articles. ' +
          'Reach: what the outlets’ words carry, each site once, copies for less.',
  }
}

function sentimentPage({ news }: ReportFacts): ReportDocument['sentiment'] {
  const { articles, days, risks } = news
  const quiet = days.filter(({ count }) => count === 0).length
  const most = Math.max(1, ...risks.map(({ articles: count }) => count))
  const inRisk = risks.reduce((sum, { articles: count }) => sum + count, 0)
  const totals = `${whole(articles.negative)} negative, ${whole(articles.neutral)} neutral, ${whole(articles.positive)} positive`
  return {
    sentence:
      articles.count === 0
        ? 'No article was judged in this month.'
        : `${counted(articles.count, 'article')}: ${totals}. ${quiet === 0 ? 'Every day had news.' : `${counted(quiet, 'day')} had no news and ${quiet === 1 ? 'is a gap' : 'are gaps'}.`}`,
    chart:
      articles.count === 0
        ? null
        : drawn(
            stackedDaysChart(
              days.map((day) => ({ ...day, label: shortDay(day.date) })),
              {
                title: `Articles by day and tone: ${totals}; below, the mean sentiment of each day.`,
                width: 480,
                height: 230,
              },
            ),
          ),
    days: days.map(({ date, count, positive, neutral, negative, mean, unjudged }) => [
      shortDay(date),
      whole(count),
      whole(negative),
      whole(neutral),
      whole(positive),
      mean === null ? '–' : hundredths(mean),
      whole(unjudged),
    ]),
    risks: risks.slice(0, 16).map(({ category, articles: count, grave, serious, mild }) => ({
      name: riskNames[category],
      bar: drawn(barInRow(count, { title: `${counted(count, 'article')}`, width: 130, max: most })),
      articles: whole(count),
      gravity: [
        ...(grave > 0 ? [`${whole(grave)} grave`] : []),
        ...(serious > 0 ? [`${whole(serious)} serious`] : []),
        ...(mild > 0 ? [`${whole(mild)} mild`] : []),
      ].join(', '),
    })),
    risksSentence:
      inRisk === 0
        ? 'No article spoke of a risk.'
        : `Risks were spoken of in ${counted(risks.length, 'category', 'categories')}, most in ${riskNames[risks[0]?.category ?? 'legal_regulatory'].toLowerCase()}. An article may speak of several.`,
  }
}

/** More would not fit; who is left out is counted. */
const maxPeers = 22

function peersPage({ news: { peers, subject } }: ReportFacts): ReportDocument['peers'] {
  if (peers.length === 0) {
    return {
      sentence: 'No peers are followed, so there is nothing to compare with.',
      rows: [],
      note: 'Add companies as peers to see their share of voice and sentiment beside your own.',
    }
  }
  const own = peers.findIndex(({ isOwn }) => isOwn)
  const shown = peers.filter((_, index) => index < maxPeers - 1 || index === own).slice(0, maxPeers)
  const most = Math.max(0.01, ...peers.map(({ share }) => share ?? 0))
  const rows = shown.map(
    ({ name, isOwn, articles, mean, share, score }): PeerRow => ({
      name: isolated(shortened(name, 44)),
      isOwn,
      dot: share === null ? null : drawn(dotInRow(share, { title: percent(share), width: 130, max: most, isOwn })),
      share: share === null ? '–' : percent(share),
      articles: whole(articles),
      mean: mean === null ? '–' : hundredths(mean),
      score: score === null ? '–' : tenths(score),
    }),
  )
  const share = peers[own]?.share
  const rest = peers.length - shown.length
  return {
    sentence:
      share === null || share === undefined
        ? `Nothing was written about ${isolated(shortened(subject.name, 60))} or its ${counted(peers.length - 1, 'peer')}.`
        : `${isolated(shortened(subject.name, 60))} had ${percent(share)} of what was written about ${peers.length} companies; an even share would be ${percent(1 / peers.length)}.`,
    rows,
    note:
      'Share: of the articles about all of these; an article about two of them counts for both. Score: by the same method on ' +
      'the pillars that can be computed for all, which leaves out AI visibility, so that the own score may differ from ' +
      `that of page 1.${rest > 0 ? ` ${counted(rest, 'further peer')} with lower scores ${rest === 1 ? 'is' : 'are'} not shown.` : ''}`,
  }
}
