/**
 * What a server's background processes do, and the embedded engine has none of: checkpoints, without which the log grows
 * for ever and a restart replays all of it, and vacuum with statistics, without which updated rows pile up and plans are
 * guesses. It runs in the engine's thread between two requests, and never inside a caller's transaction.
 */
import type { PGlite } from '@electric-sql/pglite'
import type { DurableFileSystem } from './durable-file-system.ts'

const checkpointEveryMs = 5 * 60_000
const vacuumEveryMs = 60_000

/** The rules of PostgreSQL's own autovacuum, at its default settings. */
const tablesInNeed = `
  select format('%I.%I', schemaname, relname) as name
    from pg_stat_user_tables
   where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
   order by n_dead_tup desc
   limit 1`

export class EngineMaintenance {
  readonly #engine: PGlite
  readonly #files: DurableFileSystem
  readonly #checkpointAfterBytes: number
  #checkpointDue = false
  #vacuumDue = false

  /** What is written between two checkpoints is what a restart replays; at the default it takes about a second. */
  constructor(engine: PGlite, files: DurableFileSystem, checkpointAfterBytes = 64 * 1024 * 1024) {
    this.#engine = engine
    this.#files = files
    this.#checkpointAfterBytes = checkpointAfterBytes
  }

  /** `whenIdle` has the engine call `run` once it has finished the requests before it. */
  schedule(whenIdle: () => void): void {
    setInterval(() => {
      this.#checkpointDue = this.#files.bytesWritten > 0
      whenIdle()
    }, checkpointEveryMs)
    setInterval(() => {
      this.askForVacuum()
      whenIdle()
    }, vacuumEveryMs)
  }

  askForVacuum(): void {
    this.#vacuumDue = true
  }

  /** Runs at most one step, so that the next request waits for at most one step. */
  async run(): Promise<void> {
    if (this.#engine.isInTransaction()) return
    if (this.#checkpointDue || this.#files.bytesWritten > this.#checkpointAfterBytes) {
      await this.#engine.exec('checkpoint')
      this.#files.bytesWritten = 0
      this.#checkpointDue = false
    } else if (this.#vacuumDue) {
      const { rows } = await this.#engine.query<{ name: string }>(tablesInNeed)
      if (rows[0]) await this.#engine.exec(`vacuum (analyze) ${rows[0].name}`)
      else this.#vacuumDue = false
    }
  }
}
