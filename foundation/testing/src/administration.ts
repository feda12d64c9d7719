/** The administration of a service, on a test's database and clock. */
import { randomBytes } from 'node:crypto'
import {
  type Administration,
  type AdministrationDeps,
  makeAdministration,
} from '@service/foundation/administration/administration.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { testAccess } from './access.ts'

type Given = Pick<AdministrationDeps, 'db'> & Partial<AdministrationDeps>

/** With nothing to migrate, to redact or to prune unless it is given. */
export function anAdministration({ now = () => new Date(), ...given }: Given): Administration {
  const newId = makeNewId({ now, randomBytes })
  return makeAdministration({ access: testAccess, now, newId, randomBytes, migrations: [], redactors: [], ...given })
}
