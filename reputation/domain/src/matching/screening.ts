/** The types of screening: the query, its matches, and the index that finds them. */
import type { EntryType, ListEntry, ListedName, ListId } from '../lists/model/entry.ts'
import type { Finding } from './compare/finding.ts'

/** Below this similarity a listed name is no match, unless the caller sets another threshold. */
export const defaultThreshold = 0.86

export type ScreeningQuery = {
  /** The name as the caller wrote it, any script, 1 to 500 characters with at least one letter or digit. */
  name: string
  /** Similarity in [0, 1] from which a listed name is a match. */
  threshold: number
  type?: EntryType
  lists?: readonly ListId[]
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. Where it is given and no type is, only individuals are compared. */
  dateOfBirth?: string
  /** ISO 3166-1 alpha-2. */
  country?: string
  /** The maximum number of matches; all when absent. */
  limit?: number
}

export type ScreeningMatch = {
  entry: ListEntry
  /** Shared by the entries of one subject on several lists. */
  subjectId: string
  /** The listed name or alias that matched best. */
  matched: ListedName
  /** In [0, 1], rounded to 4 decimals. */
  similarity: number
  /** Made when it is read for the first time. */
  readonly explanation: Finding[]
}

/**
 * Why a listed party that is no match is shown beside the matches, the weightiest reason first: its date of birth or its
 * countries alone hold its score down; an initial and one word of a person's name agree; the only word of the query is
 * one that few listed persons bear; the name is similar.
 */
export const nearReasons = ['date-of-birth', 'country', 'initial', 'one-word', 'similar'] as const
export type NearReason = (typeof nearReasons)[number]

/** No more are shown. */
export const maxNear = 5

export type NearMatch = ScreeningMatch & { reason: NearReason }

export type Screened = {
  /** Best match first; all that reach the default threshold, others up to the query's `limit`. */
  matches: ScreeningMatch[]
  /** Up to five listed parties below the threshold, the most similar first, subjects that are not shown yet preferred. */
  near: NearMatch[]
}

/** A compiled, immutable set of lists. Opening one costs no parsing; several may be open at once during a swap. */
export interface ScreeningIndex {
  readonly entryCount: number
  readonly nameCount: number
  /** Best match first; ties by coverage, alias strength and entity id, so that the order is always the same. */
  screen(query: ScreeningQuery): ScreeningMatch[]
  /** The same, whatever the limit says of the matches that reach the default threshold, and what lies near below. */
  screenWithNear(query: ScreeningQuery): Screened
  /**
   * Compares every name of every list: slow, a yardstick for `screen`. The matches are the same for every query with a word
   * that carries a name; one of particles, titles and initials alone ("al") may have more here.
   */
  screenExhaustively(query: ScreeningQuery): ScreeningMatch[]
  /** Similarity of two names as if `listed` stood on a list with the given type, weighted by this index's word counts. */
  compareNames(query: string, listed: string, type: EntryType): { similarity: number; explanation: Finding[] }
}
