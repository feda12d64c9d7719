import { randomBytes } from 'node:crypto'
import { type Administration, makeAdministration } from '@service/foundation/admin/administration.ts'
import type { Command } from '@service/foundation/admin/command.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { idempotencyPruner } from '@service/foundation/idempotency/pruner.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { hoursSet, hoursShow } from './metering/hours-commands.ts'
import { migrations } from './migration-folders.ts'

/** Every pruner here says itself how long it keeps what it prunes. */
const keptMs = 100 * 365 * 86_400_000

/** The same in the service and on the command line. */
export const administrationOf = ({ db, now, newId }: { db: Database; now: () => Date; newId: NewId }): Administration =>
  makeAdministration({
    db,
    now,
    newId,
    randomBytes,
    migrations,
    redactors: [],
    retention: { keptMs, pruners: [idempotencyPruner] },
  })

/** Beside those that every service has. */
export const ownCommands: readonly Command[] = [hoursShow, hoursSet]
