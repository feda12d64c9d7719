import type { Database } from '@service/foundation/database/database.ts'
import { Problem } from '@service/foundation/problem.ts'
import { partyKeys } from './model/party-keys.ts'
import type { StoredScreening } from './model/screening-record.ts'
import type { Verdict } from './model/verdict.ts'
import * as screenings from './store.ts'
import * as verdicts from './verdict-store.ts'

/** Up to `limit` records of a company, newest first. */
export type ListRecords = (
  companyId: string,
  filter: screenings.ScreeningFilter,
  limit: number,
) => Promise<StoredScreening[]>

export const makeListRecords =
  ({ db }: { db: Database }): ListRecords =>
  (companyId, filter, limit) =>
    screenings.list(db.connection, companyId, filter, limit)

export type VerdictPage = { entityId?: string | undefined; beforeId?: string | undefined }

export type ListVerdicts = {
  /** Up to `limit` verdicts of a company, newest first. */
  ofCompany(companyId: string, filter: VerdictPage, limit: number): Promise<Verdict[]>
  /** All that bear on a screening: those on the name that it asked for, or for its reference, on whichever screening they were given. */
  ofScreening(companyId: string, screeningId: string, filter: VerdictPage, limit: number): Promise<Verdict[]>
}

export const makeListVerdicts = ({ db }: { db: Database }): ListVerdicts => ({
  ofCompany: (companyId, filter, limit) => verdicts.list(db.connection, companyId, filter, limit),
  async ofScreening(companyId, screeningId, filter, limit) {
    const screening = await screenings.find(db.connection, companyId, screeningId)
    if (!screening) throw new Problem('not-found', 'Screening not found.')
    // Once its name is erased, those that were given on this very screening are all that can be shown.
    const { party } = screening
    const which = party ? { party: partyKeys({ companyId, party }) } : { screeningId }
    return verdicts.list(db.connection, companyId, { ...filter, ...which }, limit)
  },
})
