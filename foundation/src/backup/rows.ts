/** Rows out of a table and into one, in pieces of a few megabytes whatever the size of a row. */
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../database/database.ts'
import type { Row } from './backup-file.ts'
import type { TableShape } from './catalogue.ts'

const pieceBytes = 4 * 1024 * 1024
const maxRows = 5_000

export async function countRows(tx: Queryable, { name }: TableShape): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.raw(name)}`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Through a cursor, so that neither we nor the server hold the whole table. */
export async function* readRows(tx: Queryable, { name, columns }: TableShape): AsyncGenerator<Row> {
  // A table may have no columns at all; its rows then differ in nothing, and only their number counts.
  const texts = columns.map((column, n) => `${column.name}::text as c${n}`).join(', ')
  await sql.raw(`declare backup_rows no scroll cursor for select ${texts} from ${name}`).execute(tx)
  let ask = 1
  for (;;) {
    const fetched = await sql.raw<Record<string, string | null>>(`fetch ${ask} from backup_rows`).execute(tx)
    let bytes = 0
    for (const record of fetched.rows) {
      const row = columns.map((_, n) => record[`c${n}`] ?? null)
      for (const value of row) bytes += value?.length ?? 0
      yield row
    }
    if (fetched.rows.length < ask) break
    // Grows step by step, for the next rows may be larger than those seen.
    const fitting = Math.floor((pieceBytes * ask) / Math.max(bytes, 1))
    ask = Math.max(1, Math.min(ask * 4, fitting, maxRows))
  }
  await sql.raw('close backup_rows').execute(tx)
}

/** Collects rows of one table and writes them piece by piece. */
export class RowWriter {
  readonly #tx: Queryable
  readonly #table: TableShape
  #rows: Row[] = []
  #bytes = 0
  written = 0

  constructor(tx: Queryable, table: TableShape) {
    this.#tx = tx
    this.#table = table
  }

  async add(row: Row): Promise<void> {
    this.#rows.push(row)
    for (const value of row) this.#bytes += value?.length ?? 0
    if (this.#bytes >= pieceBytes || this.#rows.length >= maxRows) await this.flush()
  }

  async flush(): Promise<void> {
    if (this.#rows.length > 0) await this.#insert().execute(this.#tx)
    this.written += this.#rows.length
    this.#rows = []
    this.#bytes = 0
  }

  #insert(): RawBuilder<unknown> {
    const { name, columns } = this.#table
    if (columns.length === 0)
      return sql`insert into ${sql.raw(name)} select from generate_series(1, ${this.#rows.length})`
    const names = columns.map((column) => column.name).join(', ')
    const values = columns.map(({ type }, n) => `r.c${n}::${type}`).join(', ')
    const arrays = sql.join(columns.map((_, n) => sql`${this.#rows.map((row) => row[n])}::text[]`))
    return sql`
      insert into ${sql.raw(name)} (${sql.raw(names)}) overriding system value
      select ${sql.raw(values)}
        from unnest(${arrays}) as r (${sql.raw(columns.map((_, n) => `c${n}`).join(', '))})`
  }
}
