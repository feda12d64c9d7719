import { fileURLToPath } from 'node:url'
import { foundationMigrations } from '@service/foundation/database/migration-files.ts'

/** The SQL files that make this service's database. All that open it need them: the service and its command line. */
export const migrations = [foundationMigrations, fileURLToPath(new URL('./migrations/', import.meta.url))]
