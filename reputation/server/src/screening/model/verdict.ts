import { createHash } from 'node:crypto'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import { wordsOf } from '@service/reputation-domain/lists/name-key.ts'

export const verdictWords = ['true-match', 'false-match'] as const
export type VerdictWord = (typeof verdictWords)[number]

/** One decision of a person about a screened name and an entry of a list. */
export type Verdict = {
  id: string
  companyId: string
  entityId: string
  nameSha256: string
  /** Of the customer's reference of the screened party, if it had one. */
  referenceSha256: string | null
  /** What the entry said when it was judged; null where that is not known. */
  entryState: string | null
  /** The name as it was screened; null once redacted. */
  name: string | null
  verdict: VerdictWord
  note: string | null
  /** Who decided, in the caller's own words: many people may share a key. */
  reviewer: string | null
  /** Who gave it. */
  actor: Act['actor']
  screeningId: string
  at: Date
  /** When it was taken back, and by whom: it stands no longer, and stays in the history. */
  withdrawnAt: Date | null
  withdrawnBy: Act['actor'] | null
}

/** Whether the verdict silences the entry in the state given, for the reference that it was given under. */
export const silences = ({ verdict, entryState }: Verdict, state: string | undefined): boolean =>
  verdict === 'false-match' && entryState !== null && entryState === state

export type CurrentVerdict = Pick<Verdict, 'id' | 'entityId' | 'verdict' | 'note' | 'reviewer' | 'at'>

export const newestByEntry = (found: readonly Verdict[]): ReadonlyMap<string, CurrentVerdict> =>
  new Map(found.toSorted((one, other) => (one.id < other.id ? -1 : 1)).map((verdict) => [verdict.entityId, verdict]))

/**
 * Stands for a name in a company. Case, accents and punctuation do not count, nor does the order of words: they never
 * change a screening, so they must not lose a verdict. Hashed, for it outlives the name's erasure.
 */
export const nameSha256 = (companyId: string, name: string): string =>
  createHash('sha256')
    .update(`${companyId}\n${wordsOf(name).sort().join(' ')}`)
    .digest('hex')

/** Stands for a customer's own reference in a company, for the reference may name a person. */
export const referenceSha256 = (companyId: string, reference: string): string =>
  createHash('sha256').update(`${companyId}\n${reference}`).digest('hex')
