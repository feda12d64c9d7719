/** The source of a feed: an address, a feed of the starter catalogue, or a search for a company's name at an aggregator. */
import type { InputFaults } from '@service/foundation/input-faults.ts'
import { feedCatalogue } from './catalogue/feed-catalogue.ts'
import { searchAddress } from './gdelt/gdelt-search.ts'
import { languageName } from './gdelt/read-gdelt.ts'
import type { FeedKind } from './stored-feed.ts'

/** Aggregators that may be searched for news. Each has terms of its own. */
export const searchProviders = ['gdelt', 'google-news', 'bing-news'] as const
export type SearchProvider = (typeof searchProviders)[number]

export type FeedSearch = {
  provider: SearchProvider
  /** Searched as one phrase. */
  text: string
  /** ISO 639-1. */
  language?: string | undefined
  /** ISO 3166-1. */
  country?: string | undefined
}

/** Exactly one of them. */
export type FeedSource = { url?: string | undefined; catalogueId?: string | undefined; search?: FeedSearch | undefined }

export type ResolvedSource = { kind: FeedKind; url: string; name?: string }

const maxUrlLength = 2_000
const maxTextLength = 100

/** Notes every fault; the result is meaningless where there is one. */
export function resolveSource(faults: InputFaults, { url, catalogueId, search }: FeedSource): ResolvedSource {
  const given = [url, catalogueId, search].filter((one) => one !== undefined)
  if (given.length !== 1) faults.add('url', 'must be given, or `catalogueId` or `search` in its place')
  else if (url !== undefined) return { kind: 'feed', url: readUrl(faults, url) }
  else if (catalogueId !== undefined) return ofCatalogue(faults, catalogueId)
  else if (search) return ofSearch(faults, search)
  return { kind: 'feed', url: '' }
}

function readUrl(faults: InputFaults, given: string): string {
  const url = URL.parse(given.trim())
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) faults.add('url', 'must be an http or https URL')
  else if (url.username !== '' || url.password !== '') faults.add('url', 'must not contain a user name or password')
  else if (url.href.length > maxUrlLength) faults.add('url', `must have at most ${maxUrlLength} characters`)
  return url?.href ?? ''
}

function ofCatalogue(faults: InputFaults, id: string): ResolvedSource {
  const found = feedCatalogue().find((feed) => feed.id === id)
  if (!found) faults.add('catalogueId', 'is not the id of a feed of the catalogue')
  return { kind: 'feed', url: found?.url ?? '', ...(found && { name: found.name }) }
}

function ofSearch(faults: InputFaults, { provider, text, language, country }: FeedSearch): ResolvedSource {
  const phrase = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  if (phrase.length > maxTextLength) faults.add('search.text', `must have at most ${maxTextLength} characters`)
  else if ((phrase.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < 2)
    faults.add('search.text', 'must have at least two letters or digits')
  else if (/["\p{Cc}]/u.test(phrase) || !phrase.isWellFormed())
    faults.add('search.text', 'must not contain quotation marks or control characters')
  if (language !== undefined && !/^[a-z]{2}$/.test(language)) faults.add('search.language', 'must be of ISO 639-1: en')
  if (country !== undefined && !/^[A-Z]{2}$/.test(country)) faults.add('search.country', 'must be of ISO 3166-1: GB')
  if (country !== undefined && provider === 'gdelt') faults.add('search.country', 'cannot be given for gdelt')
  const query = `"${phrase.isWellFormed() ? phrase : ''}"`
  const kind = provider === 'gdelt' ? 'gdelt' : 'feed'
  return { kind, url: addressOf[provider](query, language, country), name: `${names[provider]}: ${phrase}` }
}

const names: Record<SearchProvider, string> = {
  gdelt: 'GDELT',
  'google-news': 'Google News',
  'bing-news': 'Bing News',
}

const addressOf: Record<SearchProvider, (query: string, language?: string, country?: string) => string> = {
  // Countries have other codes there.
  gdelt: (query, language) =>
    searchAddress(language === undefined ? query : `${query} sourcelang:${languageWord(language)}`),
  'google-news': (query, language = 'en', country = 'US') =>
    withQuery('https://news.google.com/rss/search', {
      q: query,
      hl: `${language}-${country}`,
      gl: country,
      ceid: `${country}:${language}`,
    }),
  'bing-news': (query, language, country) =>
    withQuery('https://www.bing.com/news/search', {
      q: query,
      format: 'rss',
      ...(language !== undefined && { setlang: language }),
      ...(country !== undefined && { cc: country }),
    }),
}

const withQuery = (address: string, parameters: Record<string, string>): string =>
  `${address}?${new URLSearchParams(parameters)}`

/** GDELT names languages in English, in one word. */
const languageWord = (code: string): string =>
  languageName(code)
    .toLowerCase()
    .replace(/[^a-z]/g, '')
