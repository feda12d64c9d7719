import type { NewId } from '@service/foundation/new-id.ts'
import type { NewEvent } from '@service/foundation/webhooks/model/event.ts'
import type { ScreeningMatchData } from '../events/screening-match.ts'
import type { ScreeningRecord } from './model/screening-record.ts'

/** Whatever threshold was asked for: the event's own, fixed by the contract. */
const threshold = 0.86

/** One event for a screening that returned such a match. */
export function matchEvent({ companyId, at, party, matches }: ScreeningRecord, newId: NewId): NewEvent | undefined {
  const told = matches.filter(({ similarity }) => similarity >= threshold)
  if (told.length === 0) return undefined
  const data: ScreeningMatchData = {
    query: party.name,
    matches: told.map(({ list, name, similarity }) => ({ list, name, similarity })),
    clean: false,
  }
  return { id: newId('evt'), companyId, kind: 'screening.match', tags: [], data: JSON.stringify(data), at }
}
