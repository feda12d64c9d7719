/**
 * Rows that one process at a time works on.
 *
 * Such a table has two columns: `leased_by`, the id of a **lease**, a new one for each time that rows are taken, and
 * `leased_until`. Who takes a row writes both; who has finished, or gives it back, empties them; a process that dies
 * leaves a lease that runs out, and another takes the row. Whatever is written on a row's behalf says under which lease,
 * so that a process which was away for longer than its lease changes nothing of another's work.
 *
 * What is due, in which order, and what a row means stays with the store of the table (docs/adr/0001-jobs-of-our-own.md).
 * A store whose statement does more than `LeasedRows` does, or does it for many rows at once, puts it together from the
 * fragments here.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../database/database.ts'
import type { NewId } from '../new-id.ts'

/** Taken at `now`, and anybody's again from `until` on, unless it is renewed. */
export type Lease = { id: string; now: Date; until: Date }

export function newLease({ now, newId }: { now: () => Date; newId: NewId }, forMs: number): Lease {
  const at = now()
  return { id: newId('lease'), now: at, until: new Date(at.getTime() + forMs) }
}

/**
 * Has a lease renewed three times within its length, until it is let go. `lost` is aborted when `renew` says false. Where
 * the database is unavailable, the lease may run out, and the process that takes the row then repeats the work.
 */
export function keepLease(
  now: () => Date,
  forMs: number,
  renew: (until: Date) => Promise<boolean>,
): { lost: AbortSignal; letGo(): void } {
  const lost = new AbortController()
  const renewal = setInterval(async () => {
    if (!(await renew(new Date(now().getTime() + forMs)).catch(() => true))) lost.abort()
  }, forMs / 3)
  return { lost: lost.signal, letGo: () => clearInterval(renewal) }
}

type Fragment = RawBuilder<unknown>
const nothing = sql``

/** One row's key, by the names of its columns. */
type Key<Column extends string> = Readonly<Record<Column, string>>

export class LeasedRows<Column extends string> {
  readonly #name: string
  readonly #table: Fragment
  readonly #columns: readonly Column[]
  readonly #key: Fragment
  readonly #by: string
  readonly #until: string
  /** For the `set` of a store's own statement: the row is free again. */
  readonly ended: Fragment

  /**
   * `new LeasedRows('article_pages_due', ['owner', 'article_id'])`: the table, and the columns of its primary key; and
   * those of its leases, where they have other names.
   */
  constructor(
    table: string,
    key: readonly [Column, ...Column[]],
    { by = 'leased_by', until = 'leased_until' }: { by?: string; until?: string } = {},
  ) {
    this.#name = table
    this.#table = sql.ref(table)
    this.#columns = key
    this.#key = sql.join(key.map((column) => sql.ref(column)))
    this.#by = by
    this.#until = until
    this.ended = sql`${sql.ref(by)} = null, ${sql.ref(until)} = null`
  }

  /** For the `where` of a store's own statement: nobody holds the row, which the statement may call by another name. */
  isFree(now: Date, row = this.#name): Fragment {
    const until = sql.ref(`${row}.${this.#until}`)
    return sql`(${until} is null or ${until} <= ${now})`
  }

  /** For the `set` of a store's own statement: the row is held under this lease. */
  taken({ id, until }: Lease): Fragment {
    return sql`${sql.ref(this.#by)} = ${id}, ${this.heldUntil(until)}`
  }

  /** For the `set` of a store's own statement: the lease under which the row is held lasts until then. */
  heldUntil(until: Date): Fragment {
    return sql`${sql.ref(this.#until)} = ${until}`
  }

  /** For the `where` of a store's own statement: the row of this key, as long as it is held under this lease. */
  heldBy(leaseId: string, key: Key<Column>): Fragment {
    return all([
      ...this.#columns.map((column) => sql`${sql.ref(column)} = ${key[column]}`),
      sql`${sql.ref(this.#by)} = ${leaseId}`,
    ])
  }

  /**
   * For a store's own statement on many rows: the row is one of `claims`, and still held under the lease that the claim
   * says. Both are names in the statement; a claim has the columns of the key, and `lease`.
   */
  heldAs(row: string, claims: string): Fragment {
    return all([
      ...this.#columns.map((column) => sql`${sql.ref(`${row}.${column}`)} = ${sql.ref(`${claims}.${column}`)}`),
      sql`${sql.ref(`${row}.${this.#by}`)} = ${sql.ref(`${claims}.lease`)}`,
    ])
  }

  /**
   * Takes up to `limit` rows that are free and answer to `where`, the first by `orderBy`; rows that another transaction
   * is at are skipped. `set` changes them further; `returning` says what of them is returned.
   */
  take<Row>(lease: Lease, { where, orderBy, limit, set, returning }: Wanted): RawBuilder<Row> {
    // Materialized, lest a plan run the inner select twice and take more than the limit.
    return sql<Row>`
      with free as materialized (
        select ${this.#key} from ${this.#table}
         where (${where}) and ${this.isFree(lease.now)}
         order by ${orderBy} limit ${limit} for update skip locked)
      update ${this.#table}
         set ${this.taken(lease)}${set ? sql`, ${set}` : nothing}
       where (${this.#key}) in (select ${this.#key} from free)
   returning ${returning}`
  }

  /**
   * For the `where` of `take`: of the rows that are due, the first of each `owner`, at most so many, lest one owner's rows hold
   * up those of all others. `owner` and `dueAt` are columns.
   */
  firstOfEach(owner: string, { dueAt, most, now }: { dueAt: string; most: number; now: Date }): Fragment {
    return sql`(${this.#key}) in (
      select ${this.#key} from (
        select ${this.#key},
               row_number() over (partition by ${sql.ref(owner)} order by ${sql.ref(dueAt)}, ${this.#key}) as place
          from ${this.#table} where ${sql.ref(dueAt)} <= ${now} and ${this.isFree(now)}) as ranked
       where place <= ${most})`
  }

  /** Holds the row until the transaction ends; false when the lease was lost. */
  async lock(tx: Queryable, leaseId: string, key: Key<Column>): Promise<boolean> {
    const { rows } = await sql`select from ${this.#table} where ${this.heldBy(leaseId, key)} for update`.execute(tx)
    return rows.length === 1
  }

  /** False when the lease ran out and somebody else has taken the row. */
  async renew(db: Queryable, leaseId: string, key: Key<Column>, until: Date): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update ${this.#table} set ${this.heldUntil(until)} where ${this.heldBy(leaseId, key)}`.execute(db)
    return numAffectedRows === 1n
  }

  /** Gives the row back unfinished, with what `set` changes of it: when it is due again, say. False when it was lost. */
  async release(db: Queryable, leaseId: string, key: Key<Column>, set?: Fragment): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update ${this.#table} set ${this.ended}${set ? sql`, ${set}` : nothing}
       where ${this.heldBy(leaseId, key)}`.execute(db)
    return numAffectedRows === 1n
  }

  /** Only one process can hold an embedded database, so all leases found at its start are of processes that died. */
  async endAll(db: Queryable): Promise<void> {
    await sql`update ${this.#table} set ${this.ended} where ${sql.ref(this.#by)} is not null`.execute(db)
  }
}

const all = (conditions: readonly Fragment[]): Fragment => sql.join(conditions, sql` and `)

type Wanted = { where: Fragment; orderBy: Fragment; limit: number; set?: Fragment; returning: Fragment }
