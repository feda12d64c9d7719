import { type ChangeCompany, type CreateCompany, makeChangeCompany, makeCreateCompany } from '../companies/companies.ts'
import type { Database } from '../database/database.ts'
import { auditRedactor, type ErasePerson, makeErasePerson, makePrunePast, type PrunePast } from '../erasure/erasure.ts'
import type { Redactor, Retention } from '../erasure/model/eraser.ts'
import type { Access } from '../identity/model/access.ts'
import {
  type ChangeKey,
  type CreateKey,
  keyRedactor,
  makeChangeKey,
  makeCreateKey,
  makeRevokeKey,
  makeRotateKey,
  type RevokeKey,
  type RotateKey,
} from '../keys/keys.ts'
import type { NewId } from '../new-id.ts'
import { Problem } from '../problem.ts'
import { makeResealSecrets, type ResealSecrets, type SealedRows, type Sealer } from '../sealing/sealing.ts'
import { type CreateUser, makeCreateUser, makeSetLegalHold, type SetLegalHold, userRedactor } from '../users/users.ts'
import { type BackUp, makeBackUp, makeRestore, type Restore } from './audited-backup.ts'

/** Every act of administration that both services have, wired to one database. */
export type Administration = {
  db: Database
  now: () => Date
  newId: NewId
  access: Access
  createCompany: CreateCompany
  changeCompany: ChangeCompany
  createUser: CreateUser
  setLegalHold: SetLegalHold
  createKey: CreateKey
  changeKey: ChangeKey
  revokeKey: RevokeKey
  rotateKey: RotateKey
  resealSecrets: ResealSecrets
  erasePerson: ErasePerson
  retention: Retention
  prunePast: PrunePast
  backUp: BackUp
  restore: Restore
}

export type AdministrationDeps = {
  db: Database
  now: () => Date
  newId: NewId
  randomBytes: (count: number) => Uint8Array
  /** What keys and people may do at this service. */
  access: Access
  /** Folders of SQL files, for a restore. */
  migrations: readonly string[]
  /** The service's own; those of accounts and audit are added here. */
  redactors: readonly Redactor[]
  /** What the service keeps sealed, and its keys, opened when they are needed: undefined where there are none yet. */
  sealing?: { rows: SealedRows; openSealer: () => Sealer | undefined }
  /** Absent where nothing that the service keeps has an end. */
  retention?: Retention
}

const keptForGood: Retention = { keptMs: 0, pruners: [] }

export function makeAdministration({
  redactors,
  retention = keptForGood,
  sealing,
  ...deps
}: AdministrationDeps): Administration {
  return {
    db: deps.db,
    now: deps.now,
    newId: deps.newId,
    access: deps.access,
    createCompany: makeCreateCompany(deps),
    changeCompany: makeChangeCompany(deps),
    createUser: makeCreateUser(deps),
    setLegalHold: makeSetLegalHold(deps),
    createKey: makeCreateKey(deps),
    changeKey: makeChangeKey(deps),
    revokeKey: makeRevokeKey(deps),
    rotateKey: makeRotateKey(deps),
    async resealSecrets(by) {
      if (!sealing) throw new Problem('conflict', 'This service seals nothing.')
      const sealer = sealing.openSealer()
      if (!sealer)
        throw new Problem('conflict', 'There is no sealing key yet: the service makes it at its first start.')
      return makeResealSecrets({ ...deps, sealer, sealed: sealing.rows })(by)
    },
    erasePerson: makeErasePerson({ ...deps, redactors: [userRedactor, keyRedactor, ...redactors, auditRedactor] }),
    retention,
    prunePast: makePrunePast({ ...deps, retention }),
    backUp: makeBackUp(deps),
    restore: makeRestore(deps),
  }
}
