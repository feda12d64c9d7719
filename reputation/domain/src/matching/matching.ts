/**
 * Matching: how a name finds the entries of the sanctions lists that it may mean.
 *
 *     name → words (`text/`) → tokens (`tokens/`) → neighbours (`index/`) → candidates (`search/`) → scores (`compare/`)
 *
 * 1. `text/` writes a name as words of `a-z0-9`, whatever its script; `scripts/` has a file for each script that is not
 *    transliterated letter by letter.
 * 2. `tokens/` reads the words as the name of a person, an organisation or an object, and gives each its role: a word of
 *    the name, a title, a particle, an initial, a legal form, a number. `tables/` holds the words that it knows.
 * 3. `spelling/` says how similar two words are; `compare/` aligns the words of two names and scores the pair. The score
 *    and its explanation are made by one code path.
 * 4. `index/` compiles lists into one file of typed arrays, and opens it: listed words with the keys under which similar
 *    words find them, the names that hold each word (postings), the weights of words.
 * 5. `search/` finds the listed names whose score may reach the threshold, by upper bounds, and compares only those.
 *
 * `screening-index.ts` puts this together: one name in, ranked and explained matches out; `explanation.ts` says in words
 * what an explanation lists. A room imports only rooms that
 * stand before it in the list, and other features import this file alone.
 */
export type { Finding } from './compare/finding.ts'
export { type ScoreSum, scoreSum } from './compare/score-sum.ts'
export { engineVersion } from './engine-version.ts'
export { findingRules, nearSentence, sentenceOf } from './explanation.ts'
export { compileIndex } from './index/compile-index.ts'
export {
  defaultThreshold,
  maxNear,
  type NearMatch,
  type NearReason,
  nearReasons,
  type Screened,
  type ScreeningIndex,
  type ScreeningMatch,
  type ScreeningQuery,
} from './screening.ts'
export { openIndex } from './screening-index.ts'
export { toWords } from './text/words.ts'
