/** What others would answer. Each is as its users run it: no rule of ours is lent to it. */
import anyAscii from 'any-ascii'
import { full_process, WRatio } from 'fuzzball'
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

export const wRatio: Scorer = {
  name: 'fuzzball WRatio',
  score: (query, listed) => WRatio(query, listed) / 100,
}

/** A scorer after transliteration: the least anybody would do for names in two scripts. */
export const transliterated = ({ name, score }: Scorer): Scorer => ({
  name: `any-ascii + ${name}`,
  score: (query, listed) => score(anyAscii(query), anyAscii(listed)),
})

/** A baseline against every listed name at once: unique names, prepared beforehand, first hit ends the scan. */
export type ListScan = { name: string; hasHit(query: string, threshold: number): boolean }

export function scanWithJaroWinkler(names: Iterable<string>): ListScan {
  const prepared = [...new Set([...names].map(sortedTokens))]
  return {
    name: tokenSortedJaroWinkler.name,
    hasHit: (query, threshold) => {
      const sorted = sortedTokens(query)
      return prepared.some((listed) => jaroWinkler(sorted, listed) >= threshold)
    },
  }
}

export function scanWithWRatio(names: Iterable<string>): ListScan {
  const clean = (name: string) => full_process(name, { force_ascii: true })
  const prepared = [...new Set([...names].map(clean))].filter(Boolean)
  return {
    name: wRatio.name,
    hasHit: (query, threshold) => {
      const cleaned = clean(query)
      return prepared.some((listed) => WRatio(cleaned, listed, { full_process: false }) >= 100 * threshold)
    },
  }
}
