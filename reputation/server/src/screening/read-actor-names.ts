import { namesOf } from '@service/foundation/audit/audit.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { type Act, actorText } from '@service/foundation/identity/model/actor.ts'

/** By `actorText`: the names of people and keys, where they are known. */
export type ActorNames = ReadonlyMap<string, string>
export type ReadActorNames = (companyId: string, actors: readonly Act['actor'][]) => Promise<ActorNames>

export const makeReadActorNames =
  ({ db }: { db: Database }): ReadActorNames =>
  (companyId, actors) =>
    namesOf(db.connection, companyId, actors.map(actorText))
