/**
 * Rows from the database have their columns in camel case: `select company_id` gives `row.companyId`, so that a store
 * needs no mapping from one spelling to the other. The driver learns the names once for each result, before its first
 * row, so a row costs what it would without. The keys inside a JSON value stay as they are stored.
 */
import type pg from 'pg'

/** Column names of the program's own statements, so there are only so many. */
const known = new Map<string, string>()

function camelCase(column: string): string {
  let name = known.get(column)
  if (name === undefined) {
    name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    known.set(column, name)
  }
  return name
}

type RowDescription = { fields: { name: string }[] }

/** For a pool's new connection. Runs before the driver's own listener, which builds rows from the same descriptions. */
export function nameColumnsInCamelCase(client: pg.PoolClient): void {
  client.connection.prependListener('rowDescription', ({ fields }: RowDescription) => {
    for (const field of fields) field.name = camelCase(field.name)
  })
}
