import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { ListId } from '@service/reputation-domain/lists/model/entry.ts'
import * as store from './store.ts'

export type AcceptShrunken = (by: Act, list: ListId) => Promise<{ list: ListId; refused: string }>

type Deps = { db: Database; now: () => Date; newId: NewId }

/**
 * A person's word that a list has really shrunk: its next download is accepted at any size, once. Only where the last
 * one was refused for its size: given beforehand, the word would let a cut-off file through that nobody has looked at.
 */
export function makeAcceptShrunken({ db, now, newId }: Deps): AcceptShrunken {
  const audit = makeAudit({ now, newId })
  return (by, list) =>
    db.transaction(async (tx) => {
      const [state] = await store.readStates(tx, [list])
      if (state?.stale?.code !== 'shrunken') {
        throw new Problem('conflict', `No download of ${list} was refused for its size, so there is nothing to accept.`)
      }
      const { reason } = state.stale
      await store.acceptShrunken(tx, list, now())
      await audit.record(tx, by, {
        companyId: null,
        action: 'list.accept-shrunken',
        target: list,
        after: { refused: reason },
      })
      return { list, refused: reason }
    })
}
