/** What a report cannot see, how its figures are made, and where they can be read. */
import { scoreSettings } from '@service/reputation-domain/score/settings.ts'
import { localDate } from '@service/reputation-domain/series/model/month.ts'
import type { ReportDocument } from '../model/report-document.ts'
import type { ReportFacts } from '../model/report-facts.ts'
import {
  counted,
  dayOfMonth,
  isolated,
  languageName,
  listed,
  percent,
  pillarNames,
  reasonInWords,
  shortDay,
  shortened,
  whole,
} from './words.ts'

const maxLanguages = 12

export function limitsPage(facts: ReportFacts): ReportDocument['limits'] {
  const { score, articles } = facts.news
  const unmeasured = score?.pillars.filter((pillar) => pillar.score === null) ?? []
  const estimated = score?.pillars.filter((pillar) => pillar.status === 'estimated') ?? []
  return {
    sentence:
      'A report is made of what was collected. What no source brought, what is in a language that is not judged, and what nobody published is not in it.',
    items: [
      { name: 'Sources', text: sourcesText(facts) },
      { name: 'Gaps', text: gapsText(facts) },
      { name: 'Languages', text: languagesText(facts) },
      {
        name: 'Not measured',
        text: !score
          ? 'No pillar is measured yet.'
          : unmeasured.length === 0
            ? 'Every pillar is measured.'
            : `${listed(unmeasured.map(({ pillar, reason }) => `${pillarNames[pillar]} (${reasonInWords(reason)})`))}. Other pillars carry that weight.`,
      },
      {
        name: 'Estimated',
        text:
          !score || estimated.length === 0
            ? 'No pillar rests on assumptions for the most part.'
            : `${listed(estimated.map(({ pillar }) => pillarNames[pillar]))}: so few mentions that what is assumed outweighs them.`,
      },
      {
        name: 'Confidence',
        text: score
          ? `${score.confidence.charAt(0).toUpperCase()}${score.confidence.slice(1)}, from ${whole(Math.round(score.effectiveMentions))} mentions in 30 days: below ${scoreSettings.confidence.medium} it is low, from ${scoreSettings.confidence.high} high.`
          : 'There is no score.',
      },
      {
        name: 'Judgement',
        text: 'Tone and risks of each article are judged by a model, which errs; single articles may be judged wrongly while sums hold. docs/models.md has its measured errors.',
      },
      ...(facts.isWholeMonth
        ? []
        : [
            {
              name: 'Month',
              text: `It is not over: days after ${dayOfMonth(facts.lastDate)} are missing, and late articles may still come.`,
            },
          ]),
      ...(facts.news.sample
        ? [
            {
              name: 'Sample',
              text: 'Articles of 2014, their dates shifted to today, are among these data: the figures show what a report is like, and say nothing of any company.',
            },
          ]
        : []),
    ],
    languages: articles.languages
      .slice(0, maxLanguages)
      .map(({ language, count, judged }) => [
        languageName(language),
        whole(count),
        percent(count / Math.max(1, articles.count + articles.unjudged)),
        judged ? 'judged' : 'not judged',
      ]),
  }
}

function sourcesText({ news: { sources, articles } }: ReportFacts): string {
  const feeds = `${counted(sources.feeds, 'feed')} of your own and ${whole(sources.sharedFeeds)} of the installation`
  const failing =
    sources.failingFeeds > 0 ? `, ${whole(sources.failingFeeds)} of which could not be read when last polled` : ''
  const imports = `${counted(sources.imports, 'import')} in the month`
  return `${feeds}${failing}; ${imports}. Articles came from ${counted(articles.sites, 'site')} and ${counted(articles.outlets, 'outlet')}.`
}

const maxDates = 10

function gapsText({ news: { sources, days } }: ReportFacts): string {
  const { silentDates } = sources
  const quiet = days.filter(({ count, unjudged }) => count + unjudged === 0).length
  const silent =
    silentDates.length === 0
      ? 'On every day something was published about somebody.'
      : `On ${counted(silentDates.length, 'day')} no article about anybody came in, so nothing is known of ${silentDates.length === 1 ? 'it' : 'them'}: ${listed([...silentDates.slice(0, maxDates).map(shortDay), ...(silentDates.length > maxDates ? [`${silentDates.length - maxDates} more`] : [])])}.`
  return `${silent} ${quiet === 0 ? 'The company was in the news on every day.' : `The company was not in the news on ${counted(quiet, 'day')}.`}`
}

function languagesText({ news: { articles } }: ReportFacts): string {
  const all = articles.count + articles.unjudged
  if (articles.unjudged === 0)
    return all === 0 ? 'There were no articles.' : 'Every article was in a language that is judged.'
  const named = articles.languages.filter(({ judged }) => !judged).map(({ language }) => languageName(language))
  return `${whole(articles.unjudged)} of ${counted(all, 'article')} (${percent(articles.unjudged / all)}) were in languages that are not judged and move no figure: ${listed(named.slice(0, 8))}.`
}

export function methodPage({ news, company, lastDate, firstDate }: ReportFacts): ReportDocument['method'] {
  const { windowDays, weights, halfLifeDays } = scoreSettings
  const all = news.articles.count + news.articles.unjudged
  const rest = all - news.cited.length
  return {
    items: [
      {
        name: 'Score',
        text: `From 0 to 100, of eight pillars with these weights: ${listed(Object.entries(weights).map(([pillar, weight]) => `${pillarNames[pillar as keyof typeof weights].toLowerCase().replace('ai ', 'AI ')} ${weight}`))}. Each looks back ${windowDays} days; a mention counts half after ${halfLifeDays.sentiment} days.`,
      },
      {
        name: 'Days',
        text: `The month, its stories and its articles are counted in ${company.timeZone}, from ${dayOfMonth(firstDate)} to ${dayOfMonth(lastDate)}. Scores stand for the end of days in UTC.`,
      },
      {
        name: 'Version',
        text: `Method ${news.methodologyVersion ?? 'none yet'}. Scores compare under one version alone. Each number can be read through the API: /api/v1/reputation, /sentiment, /stories, /articles, /alerts.`,
      },
    ],
    sentence:
      news.cited.length === 0
        ? 'There are no articles to read.'
        : rest > 0
          ? `${whole(news.cited.length)} of ${counted(all, 'article')}, those of the stories first, then the most telling; /api/v1/articles?from=${firstDate}&to=${lastDate} lists all.`
          : `All ${counted(all, 'article')}, those of the stories first.`,
    articles: news.cited.map(({ title, source, url, publishedAt }) => ({
      title: isolated(shortened(title, 80)),
      url,
      about: `${isolated(shortened(source, 24))}, ${shortDay(localDate(publishedAt, company.timeZone))}`,
    })),
  }
}
