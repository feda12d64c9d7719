import type { Database } from '@service/foundation/database/database.ts'
import { partyKeys } from '../model/party-keys.ts'
import type { RecordedMatch, StoredScreening, VerdictsShown } from '../model/screening-record.ts'
import type { VerdictWord } from '../model/verdict.ts'
import * as screenings from '../store.ts'
import { currentVerdicts } from './current-verdicts.ts'

export type Search = {
  /** Words that the name, the reference, a listed name or an id all hold. */
  text?: string | undefined
  /** Only with a match that is decided so, or with one that nobody has decided. */
  verdict?: VerdictWord | 'undecided' | undefined
  clean?: boolean | undefined
  since?: Date | undefined
  beforeId?: string | undefined
}

export type Decisions = { undecided: number; trueMatches: number; falseMatches: number }
export type FoundRecord = { screening: StoredScreening; decisions: Decisions }

export type SearchResult = {
  found: FoundRecord[]
  /** The last record that was looked at, behind which the search goes on; undefined where all have been. */
  lookedTo: screenings.RecordPlace | undefined
}

export type SearchRecords = (companyId: string, search: Search, limit: number) => Promise<SearchResult>

/** Records that one search looks through at the most; the next page goes on from there. */
const window = 20_000
/** Where verdicts decide what is found, so many are read at a time. */
const batch = 500

/** Records of a company by text and verdict, newest first. */
export function makeSearchRecords({ db }: { db: Database }): SearchRecords {
  return async (companyId, { text = '', verdict, ...filter }, limit) => {
    const words = text.toLowerCase().split(/\s+/u).filter(Boolean)
    const until = await screenings.placeBehind(db.connection, companyId, filter.beforeId, window)
    const found: FoundRecord[] = []
    const size = verdict === undefined ? limit + 1 : batch
    let { beforeId } = filter
    for (;;) {
      const rows = await screenings.search(
        db.connection,
        companyId,
        { ...filter, words, beforeId, untilId: until?.id },
        size,
      )
      found.push(...(await judge(db, rows)).filter(({ decisions }) => fits(decisions, verdict)))
      if (found.length > limit) {
        const shown = found.slice(0, limit)
        return { found: shown, lookedTo: shown.at(-1)?.screening }
      }
      if (rows.length < size) return { found, lookedTo: until }
      beforeId = rows.at(-1)?.id
    }
  }
}

const fits = ({ undecided, trueMatches, falseMatches }: Decisions, verdict: Search['verdict']): boolean =>
  verdict === undefined || { undecided, 'true-match': trueMatches, 'false-match': falseMatches }[verdict] > 0

async function judge(db: Database, rows: readonly StoredScreening[]): Promise<FoundRecord[]> {
  const named = rows.flatMap(({ id, companyId, party }) =>
    party ? [{ id, keys: partyKeys({ companyId, party }) }] : [],
  )
  const verdicts = await currentVerdicts(
    db.connection,
    named.map(({ keys }) => keys),
  )
  const byId = new Map(named.map(({ id }, i) => [id, verdicts[i]]))
  return rows.map((screening) => ({ screening, decisions: decisionsOn(screening, byId.get(screening.id)) }))
}

function decisionsOn({ matches, near, suppressed }: StoredScreening, verdicts: VerdictsShown | undefined): Decisions {
  const wordOn = ({ entityId }: RecordedMatch) => verdicts?.get(entityId)?.verdict
  const shown = [...(matches ?? []), ...(near ?? []), ...(suppressed ?? [])].map(wordOn)
  return {
    undecided: (matches ?? []).filter((match) => wordOn(match) === undefined).length,
    trueMatches: shown.filter((word) => word === 'true-match').length,
    falseMatches: shown.filter((word) => word === 'false-match').length,
  }
}
