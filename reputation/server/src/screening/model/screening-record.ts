/** A screening as it is requested, recorded and read back. */
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { EntryType, ListId } from '@service/reputation-domain/lists/model/entry.ts'
import type { NearReason, ScreeningQuery } from '@service/reputation-domain/matching/matching.ts'
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
  /** What the entry said then (`entry-state.ts`), where a verdict could silence it: of a party with a reference. */
  entryState?: string
}

export type RecordedNear = RecordedMatch & { reason: NearReason }

/** An entry that would be a match or near, with the verdict that silences it. */
export type RecordedSuppression = RecordedMatch & { verdictId: string }

/** What a comparison found, before verdicts silence any of it. */
export type FoundScreening = Omit<ScreeningRecord, 'clean' | 'moreMatches' | 'suppressed'>

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
  near: readonly RecordedNear[]
  suppressed: readonly RecordedSuppression[]
}

/** By entity id, for the party that was screened. */
export type VerdictsShown = ReadonlyMap<string, CurrentVerdict>

/** Who asks. */
export type Caller = { actor: Act['actor']; companyId: string; requestId: string }

/** A record as it is read back. What it held of a person is null once that person has been erased. */
export type StoredScreening = Omit<ScreeningRecord, 'party' | 'matches' | 'near' | 'suppressed' | 'basisId'> & {
  party: Party | null
  matches: readonly RecordedMatch[] | null
  /** Also null in records that are older than this field. */
  near: readonly RecordedNear[] | null
  suppressed: readonly RecordedSuppression[] | null
  engineVersion: string
  versionIds: readonly string[]
  legalHold: boolean
  redactedAt: Date | null
}
