/**
 * Administration: every command and query by which a service is administered, in one place. The command line, the socket
 * of a running service and consoles are faces of it: they read words or requests, call it, and print or send what it
 * returns. Who may do what is checked here, once, before each call (`administrator.ts`).
 *
 * `makeAdministration` has what both services share (`account-acts.ts`); a service adds acts of its own, with their rules.
 */
import type { Database } from '../database/database.ts'
import type { Retention } from '../erasure/model/eraser.ts'
import type { Access } from '../identity/model/access.ts'
import type { NewId } from '../new-id.ts'
import { type AccountActs, type AccountDeps, makeAccountActs, makeAccountRules } from './account-acts.ts'
import { type Guarded, guarded } from './administrator.ts'

export type { Administrator } from '../identity/model/administrator.ts'
export type { QuotaUse } from './account-acts.ts'
export { type Guarded, guarded, installation, installationFresh, operatorsOnly, type Rules } from './administrator.ts'

/** The part of the administration that its faces use: commands, queries, and what their help needs. */
export type AdministrationFace = Guarded<AccountActs> & {
  now: () => Date
  /** The scopes and roles of this service. */
  access: Access
  /** How long what is pruned is kept. */
  retention: Retention
  /** Whether people can sign in, so that links lead somewhere. */
  hasPages: boolean
}

/** The administration with its database, for the program that opens and closes it. */
export type Administration = AdministrationFace & { db: Database; newId: NewId }

export type AdministrationDeps = Omit<AccountDeps, 'retention'> & {
  /** The ages at which data is removed; absent where the service keeps everything. */
  retention?: Retention
}

const keptForGood: Retention = { keptMs: 0, pruners: [] }

export function makeAdministration(deps: AdministrationDeps): Administration {
  const { db, now, newId, access, retention = keptForGood } = deps
  const acts = makeAccountActs({ ...deps, retention })
  return {
    ...guarded(acts, makeAccountRules(access)),
    db,
    now,
    newId,
    access,
    retention,
    hasPages: deps.pagesUrl !== undefined,
  }
}
