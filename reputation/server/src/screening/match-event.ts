import type { NewId } from '@service/foundation/new-id.ts'
import type { NewEvent } from '@service/foundation/webhooks/model/event.ts'
import { newEvent } from '../events/events.ts'
import type { SettledScreening } from './settle-screening.ts'

/** The least similarity that an event reports, whatever threshold was asked for: fixed by the contract. */
const threshold = 0.86

/** The event of a screening that has such a match: it reports all of them, whatever limit was asked for. */
export function matchEvent({ record, matching }: SettledScreening, newId: NewId): NewEvent | undefined {
  const { companyId, at, party } = record
  const reported = matching.filter(({ similarity }) => similarity >= threshold)
  if (reported.length === 0) return undefined
  const data = {
    query: party.name,
    matches: reported.map(({ list, name, similarity }) => ({ list, name, similarity })),
    clean: false,
  }
  return newEvent('screening.match', data, { id: newId('evt'), companyId, at })
}
