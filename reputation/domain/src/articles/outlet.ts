/**
 * Who published an article, as readers know them, and its title without the publisher's name.
 *
 * Aggregators pass on what others publish, so their names never stand: behind them the publisher is named by the item's
 * source field, or behind the title ("Widget maker recalls widgets - Reuters"). A publisher that the table does not know is
 * named by the title of its own feed, where that is the name of its site.
 */
import { itemAt } from '../item-at/item-at.ts'
import { domainsAbove } from './authority.ts'
import { outletByDomain } from './outlet-table.ts'
import { siteOf } from './site.ts'

export type OutletClues = {
  title: string
  /** The host of the article's canonical address; empty where it has none. */
  host: string
  /** The item's own source field, with the address it gives. */
  source?: { name?: string | undefined; url?: string | undefined } | undefined
  /** Of the feed that the item is in. */
  feedTitle?: string | undefined
}

export type Outlet = { outlet: string; title: string }

const aggregatorHosts = new Set(
  `news.google.com google.com news.yahoo.com msn.com bing.com feedly.com flipboard.com newsnow.co.uk newsnow.com
  smartnews.com reddit.com news.ycombinator.com feedburner.com feedproxy.google.com upday.com newsbreak.com ground.news
  allsides.com inoreader.com feedspot.com apple.news getpocket.com lexisnexis.com moreover.com topix.com`
    .split(/\s+/)
    .filter(Boolean),
)

const aggregatorName =
  /^(?:google(?: news)?|yahoo!?(?: news)?|msn|bing(?: news)?|microsoft start|feedly|flipboard|newsnow|reddit|hacker news|feedburner|smartnews|newsbreak|apple news)$/i

export function outletOf({ title, host, source, feedTitle }: OutletClues): Outlet {
  const aggregated = host === '' || isAggregator(host)
  const named = sourceName(source)
  const known = tableName(host)
  const [bare, suffix] = splitSuffix(title)
  if (named) return { outlet: named, title: suffix && sameName(suffix, named) ? bare : title }
  if (!aggregated) {
    const outlet = known ?? nameInFeedTitle(feedTitle, host) ?? siteOf(host)
    return { outlet, title: suffix && namesSite(suffix, outlet, host) ? bare : title }
  }
  if (suffix && isPublisherName(suffix)) return { outlet: suffix, title: bare }
  const namesAggregator = suffix !== undefined && aggregatorName.test(suffix)
  return { outlet: host === '' ? 'unknown' : siteOf(host), title: namesAggregator ? bare : title }
}

export function isAggregator(host: string): boolean {
  if (/^news\.google\./.test(host)) return true
  for (const domain of domainsAbove(host)) if (aggregatorHosts.has(domain)) return true
  return false
}

/** "Reuters on MSN" is Reuters. A source that is an address is named by its table row or its site. */
function sourceName(source: OutletClues['source']): string | undefined {
  const name = source?.name
    ?.replace(/\s+/g, ' ')
    .replace(/ (?:on|via|through) (?:MSN|Yahoo!?(?: News)?|Google News)$/i, '')
    .replace(/(?: \((?:blog|registration|subscription|press release|satire)\))+$/i, '') // remarks of an aggregator
    .trim()
  const host = source?.url ? URL.parse(source.url)?.hostname : undefined
  if (name && name.length <= maxNameLength && !aggregatorName.test(name)) {
    return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(name)
      ? (tableName(name.toLowerCase()) ?? name.replace(/^www\./i, ''))
      : name
  }
  if (name || !host || isAggregator(host)) return undefined
  return tableName(host) ?? siteOf(host)
}

const maxNameLength = 80

function tableName(host: string): string | undefined {
  for (const domain of domainsAbove(host)) {
    const row = outletByDomain.get(domain)
    if (row) return row.name
  }
  return undefined
}

/** The part behind the last " - ", " | " or dash, if it is short enough to be a name. */
function splitSuffix(title: string): [bare: string, suffix: string | undefined] {
  const [, bare, suffix] = /^(.+\S) +[-–—|»·] +([^-–—|»·].{1,48})$/u.exec(title.trim()) ?? []
  return bare && suffix ? [bare, suffix.trim()] : [title, undefined]
}

/** "Reuters", "bbc.com"; not "sources", "report" or "May 6", with which titles end as well. */
const isPublisherName = (suffix: string): boolean =>
  (/^[\p{Lu}\p{Lo}\d]/u.test(suffix) || /^[a-z0-9-]+\.[a-z.]{2,}$/.test(suffix)) &&
  !/\b\d{1,2}(?:st|nd|rd|th)?$/.test(suffix) &&
  !/^(?:source|report|update|video|photo|opinion|analysis|review)s?$/i.test(suffix) &&
  !aggregatorName.test(suffix)

const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/^the |[^\p{L}\p{N}]/gu, '')

/** "The Daily Widget" of "The Daily Widget - Business", for dailywidget.com; nothing of a title that names another thing. */
function nameInFeedTitle(title: string | undefined, host: string): string | undefined {
  const label = folded(itemAt(siteOf(host).split('.'), 0))
  return title
    ?.split(/\s+[-–—|»·>]\s+|:\s+/u)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .find((part) => part.length <= maxNameLength && [label, label.replace(/^the/, '')].includes(folded(part)))
}

function sameName(one: string, other: string): boolean {
  const [a, b] = [folded(one), folded(other)]
  return a !== '' && b !== '' && (a === b || a.startsWith(b) || b.startsWith(a))
}

/** "| BBC News", "- example.org" and "- Example" name example.org's site; "- Analyst Blog" does not. */
function namesSite(suffix: string, outlet: string, host: string): boolean {
  const site = siteOf(host)
  return (
    sameName(suffix, outlet) || folded(suffix) === folded(site) || folded(suffix) === folded(itemAt(site.split('.'), 0))
  )
}
