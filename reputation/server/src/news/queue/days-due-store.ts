/**
 * A queue of what has to be computed again, each from a day on.
 *
 * A row says from which day. While it is leased, the day stands in `leased_from_day`, and what comes in meanwhile in
 * `from_day`: once the work is done, the row goes if nothing has come in, and is due again after a pause if something
 * has. Work that fails keeps both days.
 */
import type { Queryable } from '@service/foundation/database/database.ts'
import { type Lease, LeasedRows } from '@service/foundation/jobs/lease.ts'
import { type RawBuilder, sql } from 'kysely'
import { debtOf, hasNoDebt } from './debts-store.ts'

/** Before all articles: everything is to be computed again. */
export const everyDay = '1970-01-01'

export type From<Key> = Key & { fromDay: string }

/** Whose work is taken. */
export type Whose = 'anybody' | 'without-debt'

type QueueOptions<Key> = {
  /** Of the primary key. */
  columns: [string, ...string[]]
  /** The same, which are those of `Key` in snake case. */
  columnsOf: (key: Key) => Record<string, string>
  /** The column that says whose work a row is. */
  owner: string
  /** A condition: nothing that is under way, or due, has to be done before the row. */
  isReady: (now: Date) => RawBuilder<unknown>
}

export class DaysDue<Key> {
  readonly #rows: LeasedRows<string>
  readonly #table: string
  readonly #columns: readonly string[]
  readonly #columnsOf: (key: Key) => Record<string, string>
  readonly #owner: RawBuilder<unknown>
  readonly #isReady: (now: Date) => RawBuilder<unknown>

  constructor(table: string, { columns, columnsOf, owner, isReady }: QueueOptions<Key>) {
    this.#rows = new LeasedRows(table, columns)
    this.#table = table
    this.#columns = columns
    this.#columnsOf = columnsOf
    this.#owner = sql.ref(`${table}.${owner}`)
    this.#isReady = isReady
  }

  /** Of the rows that are free and ready, that of the owner with the least debt; of one owner, the one that was due first. */
  async take(db: Queryable, lease: Lease, whose: Whose = 'anybody'): Promise<From<Key> | undefined> {
    const { now } = lease
    const isTheirs = whose === 'anybody' ? sql`true` : hasNoDebt(this.#owner, now)
    const { rows } = await this.#rows
      .take<From<Key>>(lease, {
        where: sql`due_at <= ${now} and ${this.#isReady(now)} and ${isTheirs}`,
        orderBy: sql`${debtOf(this.#owner, now)}, due_at`,
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
      update ${table} set ${this.#rows.ended}, leased_from_day = null, due_at = ${againAt}, waiting_since = now()
       where ${held}`.execute(tx)
  }

  /** False when the lease was lost. */
  renew(db: Queryable, lease: Lease, key: Key, until: Date): Promise<boolean> {
    return this.#rows.renew(db, lease.id, this.#columnsOf(key), until)
  }

  /** Gives the row back unfinished, to be taken again at the time given. */
  async release(db: Queryable, lease: Lease, key: Key, at: Date): Promise<void> {
    await this.#rows.release(db, lease.id, this.#columnsOf(key), sql`due_at = ${at}`)
  }

  /** When a row falls due next, or a lease runs out, after then: what is due by then is taken, or waits for others. */
  async nextDueAt(db: Queryable, now: Date): Promise<Date | undefined> {
    const { rows } = await sql<{ at: Date | null }>`
      select min(greatest(due_at, leased_until)) as at from ${sql.ref(this.#table)}
       where greatest(due_at, leased_until) > ${now}`.execute(db)
    return rows[0]?.at ?? undefined
  }

  endAll(db: Queryable): Promise<void> {
    return this.#rows.endAll(db)
  }
}
