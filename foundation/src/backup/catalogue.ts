/** The catalogue of the database's own tables: all the SQL of backup and restore that is not about rows. */
import { sql } from 'kysely'
import type { Queryable } from '../database/database.ts'

/** Names are quoted where SQL needs it. Generated columns are left out: they follow from the others. */
export type TableShape = { name: string; columns: { name: string; type: string }[] }
export type SequenceState = { name: string; lastValue: string; isCalled: boolean }
export type ForeignKey = { table: string; name: string; definition: string }

/** The memory of migrations is not among them: a restore writes its own. */
export async function readTables(tx: Queryable): Promise<TableShape[]> {
  const { rows } = await sql<TableShape>`
    select t.oid::regclass::text as name,
           coalesce(jsonb_agg(jsonb_build_object('name', quote_ident(c.attname),
                                                 'type', format_type(c.atttypid, c.atttypmod))
                              order by c.attnum)
                      filter (where c.attnum is not null), '[]') as columns
      from pg_class t
      left join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped and c.attgenerated = ''
     where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r' and t.relname <> 'schema_migrations'
     group by t.oid
     order by t.relname`.execute(tx)
  return rows
}

/** Everything that stands in the schema's way: tables, views, sequences and functions of an earlier use. */
export async function readObjects(tx: Queryable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
     union all
    select proname from pg_proc
     where pronamespace = current_schema()::regnamespace
       and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
     order by name`.execute(tx)
  return rows.map(({ name }) => name)
}

/** Sequences are not part of a snapshot: read after it was taken, they are at or past every row in it. */
export async function readSequences(tx: Queryable): Promise<SequenceState[]> {
  const { rows: sequences } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'S'
     order by relname`.execute(tx)
  const states: SequenceState[] = []
  for (const { name } of sequences) {
    const { rows } = await sql<{ lastValue: string; isCalled: boolean }>`
      select last_value::text as last_value, is_called from ${sql.raw(name)}`.execute(tx)
    for (const state of rows) states.push({ name, ...state })
  }
  return states
}

export async function setSequence(tx: Queryable, { name, lastValue, isCalled }: SequenceState): Promise<void> {
  await sql`select setval(${name}::regclass, ${lastValue}::bigint, ${isCalled})`.execute(tx)
}

export async function readForeignKeys(tx: Queryable): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint
     where connamespace = current_schema()::regnamespace and contype = 'f' and conparentid = 0
     order by conrelid, conname`.execute(tx)
  return rows
}

export async function dropForeignKey(tx: Queryable, { table, name }: ForeignKey): Promise<void> {
  await sql.raw(`alter table ${table} drop constraint ${name}`).execute(tx)
}

/** Checks every row that is there. */
export async function addForeignKey(tx: Queryable, { table, name, definition }: ForeignKey): Promise<void> {
  await sql.raw(`alter table ${table} add constraint ${name} ${definition}`).execute(tx)
}

export async function setTriggers(tx: Queryable, table: string, state: 'enable' | 'disable'): Promise<void> {
  await sql.raw(`alter table ${table} ${state} trigger user`).execute(tx)
}

/** One spelling of every value, whatever the server or the role is set to, and time to finish. */
export async function settleSession(tx: Queryable): Promise<void> {
  await sql`
    select set_config(name, value, true)
      from (values ('datestyle', 'ISO, YMD'), ('intervalstyle', 'postgres'), ('timezone', 'UTC'),
                   ('extra_float_digits', '1'), ('bytea_output', 'hex'),
                   ('statement_timeout', '0'), ('idle_in_transaction_session_timeout', '0'))
        as setting (name, value)`.execute(tx)
}
