/** A screening as it is requested, recorded and read back. */
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { EntryType, ListId } from '@service/reputation-domain/lists/model/entry.ts'
import type { ScreeningQuery } from '@service/reputation-domain/matching/matching.ts'
import type { CurrentVerdict } from './verdict.ts'

/** All that was asked; `reference` is the caller's own word for the party. */
export type Party = ScreeningQuery & { limit: number; reference?: string }

/** What a record keeps of a match: enough for an audit, and to see whether a replay gives the same. */
export type RecordedMatch = {
  list: ListId
  name: string
  similarity: number
  primaryName: string
  entityId: string
  subjectId: string
  type: EntryType
}

export type ScreeningRecord = {
  id: string
  companyId: string
  /** Who asked. */
  actor: Act['actor']
  requestId: string
  at: Date
  basisId: number
  party: Party
  clean: boolean
  moreMatches: boolean
  matches: readonly RecordedMatch[]
}

/** By entity id, for the name that was screened. */
export type VerdictsShown = ReadonlyMap<string, CurrentVerdict>

/** Who asks. */
export type Caller = { actor: Act['actor']; companyId: string; requestId: string }

/** A record as it is read back. `party` and `matches` are null once a person has been erased from it. */
export type StoredScreening = Omit<ScreeningRecord, 'party' | 'matches' | 'basisId'> & {
  party: Party | null
  matches: readonly RecordedMatch[] | null
  engineVersion: string
  versionIds: readonly string[]
  legalHold: boolean
  redactedAt: Date | null
}
