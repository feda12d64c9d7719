/** The settings that the embedded engine starts with. */
import { PGlite } from '@electric-sql/pglite'

/** Of the ways to flush a commit, only `fsync` reaches our file layer. */
const durability = ['fsync=on', 'wal_sync_method=fsync']

/**
 * One session, with little to cache that the system's page cache does not hold already; and what WebAssembly has once
 * taken it never gives back, so the work that takes the most (vacuum, statistics) is held short.
 */
const memory = [
  'shared_buffers=16MB',
  'wal_buffers=1MB',
  'maintenance_work_mem=16MB',
  'default_statistics_target=25',
  'max_wal_size=128MB',
  'min_wal_size=32MB',
]

/** Without PGlite's `-F`, which disables every flush. */
export const startParameters: string[] = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...[...durability, ...memory].flatMap((setting) => ['-c', setting]),
]
