/** What others would answer. Each is as its users run it: no rule of ours is lent to it. */
import anyAscii from 'any-ascii'
import { WRatio } from 'fuzzball'
import jaroWinkler from 'jaro-winkler'

/** Similarity of a query and a listed name in [0, 1]; undefined where the scorer has no answer. */
export type Scorer = { name: string; score(query: string, listed: string): number | undefined }

export const normalised = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

export const sortedTokens = (name: string) => normalised(name).split(' ').sort().join(' ')

/** Jaro-Winkler over lower-cased, accent-free tokens in alphabetical order. */
export const tokenSortedJaroWinkler: Scorer = {
  name: 'token-sorted Jaro-Winkler',
  score: (query, listed) => jaroWinkler(sortedTokens(query), sortedTokens(listed)),
}

/** The same after transliteration: the least anybody would do for names in two scripts. */
export const transliteratedJaroWinkler: Scorer = {
  name: 'any-ascii + token-sorted Jaro-Winkler',
  score: (query, listed) => jaroWinkler(sortedTokens(anyAscii(query)), sortedTokens(anyAscii(listed))),
}

export const wRatio: Scorer = {
  name: 'fuzzball WRatio',
  score: (query, listed) => WRatio(query, listed) / 100,
}
