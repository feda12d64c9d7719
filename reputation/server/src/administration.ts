import { randomBytes } from 'node:crypto'
import { type Administration, makeAdministration } from '@service/foundation/admin/administration.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { migrations } from './migration-folders.ts'
import { screeningRedactor } from './screening/screening-redactor.ts'
import { verdictRedactor } from './screening/verdict-redactor.ts'

/** The same in the service and on the command line: an erasure must reach all that the service keeps, from both. */
export const administrationOf = (deps: { db: Database; now: () => Date; newId: NewId }): Administration =>
  makeAdministration({ ...deps, randomBytes, migrations, redactors: [screeningRedactor, verdictRedactor] })
