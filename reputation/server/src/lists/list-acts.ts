/** The administration of lists: how they stand, and that one has really shrunk. */
import { type Guarded, operatorsOnly, type Rules } from '@service/foundation/administration/administration.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { type AcceptShrunken, makeAcceptShrunken } from './accept-shrunken.ts'
import { authorities } from './authorities/authorities.ts'
import * as store from './store.ts'

type Acts = {
  acceptShrunkenList: AcceptShrunken
  readListStates(by: Act): Promise<store.ListState[]>
}

export type ListActs = Guarded<Acts>

export const makeListActs = (deps: { db: Database; now: () => Date; newId: NewId }): Acts => ({
  acceptShrunkenList: makeAcceptShrunken(deps),
  readListStates: () =>
    store.readStates(
      deps.db.connection,
      authorities.map(({ id }) => id),
    ),
})

export const listRules: Rules<Acts> = {
  acceptShrunkenList: operatorsOnly,
  readListStates: operatorsOnly,
}
