import { fileURLToPath } from 'node:url'
import { foundationMigrations } from '@service/foundation/database/migration-files.ts'

/** The SQL files that make this service's database. The service and its command line open the database with them. */
export const migrations = [foundationMigrations, fileURLToPath(new URL('./migrations/', import.meta.url))]
