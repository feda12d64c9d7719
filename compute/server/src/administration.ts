import { randomBytes } from 'node:crypto'
import { type Administration, makeAdministration } from '@service/foundation/admin/administration.ts'
import type { Command } from '@service/foundation/admin/command.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { idempotencyPruner } from '@service/foundation/idempotency/pruner.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { existingSealer } from '@service/foundation/program/open-secrets.ts'
import type { Config } from './config.ts'
import { sealedEnvRows } from './deployments/sealed-env-rows.ts'
import { hoursSet, hoursShow } from './metering/hours-commands.ts'
import { migrations } from './migration-folders.ts'

/** Every pruner here says itself how long it keeps what it prunes. */
const keptMs = 100 * 365 * 86_400_000

/** The same in the service and on the command line. */
type Deps = { db: Database; now: () => Date; newId: NewId } & Pick<Config, 'secretsKeys' | 'dataDir'>

export const administrationOf = ({ db, now, newId, ...config }: Deps): Administration =>
  makeAdministration({
    db,
    now,
    newId,
    randomBytes,
    migrations,
    redactors: [],
    sealing: { rows: sealedEnvRows, openSealer: () => existingSealer(config) },
    retention: { keptMs, pruners: [idempotencyPruner] },
  })

/** Beside those that every service has. */
export const ownCommands: readonly Command[] = [hoursShow, hoursSet]
