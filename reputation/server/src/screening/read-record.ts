import type { Database } from '@service/foundation/database/database.ts'
import { Problem } from '@service/foundation/problem.ts'
import { type ListVersion, readVersions } from '../lists/lists.ts'
import type { StoredScreening } from './model/screening-record.ts'
import * as screenings from './store.ts'

/** A record with the list versions it stands on. Another company's is as good as none. */
export type ReadRecord = (
  companyId: string,
  screeningId: string,
) => Promise<{ screening: StoredScreening; versions: ListVersion[] }>

export function makeReadRecord({ db }: { db: Database }): ReadRecord {
  return async (companyId, screeningId) => {
    const screening = await screenings.find(db.connection, companyId, screeningId)
    if (!screening) throw new Problem('not-found', 'Screening not found.')
    return { screening, versions: await readVersions(db.connection, screening.versionIds) }
  }
}
