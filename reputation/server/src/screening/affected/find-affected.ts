import type { Database } from '@service/foundation/database/database.ts'
import type { ListId } from '@service/reputation-domain/lists/model/entry.ts'
import type { ListHistory, Lists } from '../../lists/lists.ts'
import type { Party } from '../model/screening-record.ts'
import * as screenings from '../store.ts'

export type Affected = {
  screeningId: string
  party: Party
  entityId: string
  /** `shown`: the record shows an entry that differs. `would-match`: the name matches one that differs on the lists in use. */
  because: 'shown' | 'would-match'
}

export type FoundAffected = { affected: Affected[]; looked: number; complete: boolean }

/** Undefined where `isGone` said meanwhile that nobody waits for it any more. */
export type FindAffected = (
  companyId: string,
  list: ListId,
  between: { from: string; to: string },
  isGone: () => boolean,
) => Promise<FoundAffected | undefined>

/** Of so many records, the newest; each party once, by its newest record. */
const maxLooked = 5_000
/** So many are held at a time: a record may show hundreds of matches. */
const pageSize = 500
/** Other requests are served between two names once this much time has gone into it. */
const yieldEveryMs = 5

type Deps = { db: Database; lists: Pick<Lists, 'current'>; listHistory: ListHistory; uptimeMs: () => number }

/** Past screenings that a change of a list bears on. */
export function makeFindAffected({ db, lists, listHistory, uptimeMs }: Deps): FindAffected {
  return async (companyId, list, between, isGone) => {
    const { entityIds, isCurrent } = await listHistory.changedEntities(list, between)
    const differing = new Set(entityIds)
    const index = isCurrent ? lists.current()?.index : undefined
    const seen = new Set<string>()
    const affected: Affected[] = []
    let lastYield = uptimeMs()
    let looked = 0
    for await (const { id, party, matches, near, suppressed } of newest(db, companyId)) {
      looked += 1
      if (!party || (party.lists && !party.lists.includes(list))) continue
      const key = JSON.stringify([party.name, party.type, party.dateOfBirth, party.country, party.reference])
      if (seen.has(key)) continue
      seen.add(key)
      const shown = [...(matches ?? []), ...(near ?? []), ...(suppressed ?? [])].find((one) =>
        differing.has(one.entityId),
      )
      if (shown) {
        affected.push({ screeningId: id, party, entityId: shown.entityId, because: 'shown' })
        continue
      }
      if (!index || differing.size === 0) continue
      if (uptimeMs() - lastYield > yieldEveryMs) {
        await new Promise(setImmediate)
        if (isGone()) return undefined
        lastYield = uptimeMs()
      }
      const { reference: _own, ...query } = party
      const found = index.screen(query).find(({ entry }) => differing.has(entry.entityId))
      if (found) affected.push({ screeningId: id, party, entityId: found.entry.entityId, because: 'would-match' })
    }
    return { affected, looked, complete: looked < maxLooked }
  }
}

async function* newest(db: Database, companyId: string) {
  let beforeId: string | undefined
  for (let read = 0; read < maxLooked; read += pageSize) {
    const page = await screenings.search(db.connection, companyId, { words: [], beforeId }, pageSize)
    yield* page
    if (page.length < pageSize) return
    beforeId = page.at(-1)?.id
  }
}
