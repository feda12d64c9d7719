/**
 * Statements that the database plans once and not at every call, for those that run a hundred times a second: planning
 * them can cost as much as their work. A statement asks for it by its first words:
 *
 *     sql`${preparedAs('record_attempts')} with outcome as (…`
 *
 * One name has one text, so every variant of a statement has a name of its own.
 *
 * A plan is made for the tables as they are at that moment, and on one that has grown a hundredfold since it may read
 * all of it. So a connection has its plan made again whenever it has run the statement four times as often as the last time.
 */
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'

const mark = /^\s*\/\* prepared as ([a-z0-9_]+) \*\//

export const preparedAs = (name: string): RawBuilder<unknown> => sql.raw(`/* prepared as ${name} */`)

/** For a pool's new connection: the driver prepares what is given a name. */
export function prepareMarked(client: pg.PoolClient): void {
  const runs = new Map<string, number>()
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const named = (...[text, values, ...rest]: unknown[]): unknown => {
    const [, name] = (typeof text === 'string' && mark.exec(text)) || []
    if (name === undefined) return query(text, values, ...rest)
    const run = (runs.get(name) ?? 0) + 1
    runs.set(name, run)
    return query({ name: `${name}_${Math.floor(Math.log2(run) / 2)}`, text, values }, ...rest)
  }
  client.query = named as typeof client.query
}
