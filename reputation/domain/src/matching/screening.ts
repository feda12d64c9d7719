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
  explanation: Finding[]
}

/** A compiled, immutable set of lists. Opening one costs no parsing; several may be open at once during a swap. */
export interface ScreeningIndex {
  readonly entryCount: number
  readonly nameCount: number
  /** Best match first; ties by coverage, alias strength and entity id, so that the order is always the same. */
  screen(query: ScreeningQuery): ScreeningMatch[]
  /**
   * Compares every name of every list: slow, a yardstick for `screen`. The matches are the same for every query with a word
   * that carries a name; one of particles, titles and initials alone ("al") may have more here.
   */
  screenExhaustively(query: ScreeningQuery): ScreeningMatch[]
  /** Similarity of two names as if `listed` stood on a list with the given type, weighted by this index's word counts. */
  compareNames(query: string, listed: string, type: EntryType): { similarity: number; explanation: Finding[] }
}
