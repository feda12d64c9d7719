import { sql } from 'kysely'
import type { SealedRows } from './sealed-rows.ts'

/** Sealed rows of one column, each sealed for the id of its row; a row with null there has nothing sealed. */
export function sealedColumn(
  name: string,
  { table, id = 'id', column }: { table: string; id?: string; column: string },
): SealedRows {
  const [rows, rowId, sealed] = [sql.table(table), sql.ref(id), sql.ref(column)]
  return {
    name,
    async countByKey(db) {
      const counted = await sql<{ keyId: string; secrets: number }>`
        select split_part(${sealed}, '.', 2) as key_id, count(*)::int as secrets
          from ${rows} where ${sealed} is not null group by 1 order by 1`.execute(db)
      return counted.rows
    },
    async resealPage(tx, sealer, afterId, limit) {
      const { rows: page } = await sql<{ id: string; sealed: string }>`
        select ${rowId} as id, ${sealed} as sealed from ${rows}
         where ${rowId} > ${afterId} and split_part(${sealed}, '.', 2) <> ${sealer.keyId}
         order by ${rowId} limit ${limit} for no key update`.execute(tx)
      const ids = page.map((row) => row.id)
      const resealed = page.map((row) => sealer.seal(sealer.open(row.sealed, row.id), row.id))
      if (ids.length > 0) {
        await sql`
          update ${rows} set ${sealed} = fresh.resealed
            from unnest(${ids}::text[], ${resealed}::text[]) as fresh (row_id, resealed)
           where ${rowId} = fresh.row_id`.execute(tx)
      }
      return ids
    },
  }
}
