/**
 * A queue of what has to be computed again, each from a day on.
 *
 * A row says from which day. While it is leased, the day stands in `leased_from_day`, and what comes in meanwhile in
 * `from_day`: once the work is done, the row goes if nothing has come in, and is due again after a pause if something
 * has. Work that fails keeps both days.
 */
import type { Queryable } from '@service/foundation/database/database.ts'
import { type Lease, LeasedRows } from '@service/foundation/jobs/lease.ts'
import { sql } from 'kysely'

/** Before all articles: everything is to be computed again. */
export const everyDay = '1970-01-01'

export type From<Key> = Key & { fromDay: string }

export class DaysDue<Key> {
  readonly #rows: LeasedRows<string>
  readonly #table: string
  readonly #columns: readonly string[]
  readonly #columnsOf: (key: Key) => Record<string, string>

  /** `columnsOf` gives the columns of the primary key, which are those of `Key` in snake case. */
  constructor(table: string, columns: [string, ...string[]], columnsOf: (key: Key) => Record<string, string>) {
    this.#rows = new LeasedRows(table, columns)
    this.#table = table
    this.#columns = columns
    this.#columnsOf = columnsOf
  }

  /** The row that has waited longest and is free. */
  async take(db: Queryable, lease: Lease): Promise<From<Key> | undefined> {
    const { rows } = await this.#rows
      .take<From<Key>>(lease, {
        where: sql`due_at <= ${lease.now}`,
        orderBy: sql`due_at`,
        limit: 1,
        set: sql`from_day = 'infinity', leased_from_day = least(leased_from_day, from_day)`,
        returning: sql`${sql.join(this.#columns.map((column) => sql.ref(column)))}, leased_from_day::text as from_day`,
      })
      .execute(db)
    return rows[0]
  }

  /** Holds the row until the transaction ends; false when the lease was lost. */
  lock(tx: Queryable, lease: Lease, key: Key): Promise<boolean> {
    return this.#rows.lock(tx, lease.id, this.#columnsOf(key))
  }

  /** What was leased is done; what has come in meanwhile is due at `againAt`. */
  async finish(tx: Queryable, lease: Lease, key: Key, againAt: Date): Promise<void> {
    const held = this.#rows.heldBy(lease.id, this.#columnsOf(key))
    const table = sql.ref(this.#table)
    await sql`delete from ${table} where ${held} and from_day = 'infinity'`.execute(tx)
    await sql`
      update ${table} set ${this.#rows.ended}, leased_from_day = null, due_at = ${againAt} where ${held}`.execute(tx)
  }

  /** Gives the row back unfinished, to be taken again at the time given. */
  async release(db: Queryable, lease: Lease, key: Key, at: Date): Promise<void> {
    await this.#rows.release(db, lease.id, this.#columnsOf(key), sql`due_at = ${at}`)
  }

  /** When a row falls due next, or a lease runs out. */
  async nextDueAt(db: Queryable): Promise<Date | undefined> {
    const { rows } = await sql<{ at: Date | null }>`
      select min(greatest(due_at, leased_until)) as at from ${sql.ref(this.#table)}`.execute(db)
    return rows[0]?.at ?? undefined
  }

  endAll(db: Queryable): Promise<void> {
    return this.#rows.endAll(db)
  }
}
