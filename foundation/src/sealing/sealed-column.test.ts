import { randomBytes } from 'node:crypto'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { resealRows } from './sealed-rows.ts'
import { makeSealer } from './sealer.ts'
import { sealedColumn } from './sealing.ts'

const db = beforeTests(
  () => fastestEngine.create(),
  (created) => created.drop(),
)
const old = { id: 'old', bytes: randomBytes(32) }
const next = { id: 'next', bytes: randomBytes(32) }

test.each(['id', 'person'])(
  'what is sealed under another key is sealed again, by rows known by their column "%s"',
  async (id) => {
    const table = `things_by_${id}`
    const [tableRef, idRef] = [sql.table(table), sql.ref(id)]
    await sql`create table ${tableRef} (${idRef} text primary key, sealed text, secret text)`.execute(db.connection)
    const before = makeSealer([old], { randomBytes })
    for (const row of ['a', 'b'])
      await sql`insert into ${tableRef} values (${row}, 'plain', ${before.seal(`secret of ${row}`, row)})`.execute(
        db.connection,
      )
    await sql`insert into ${tableRef} values ('c', 'plain', null)`.execute(db.connection)

    const rows = sealedColumn('things', { table, id, column: 'secret' })
    const both = makeSealer([next, old], { randomBytes })
    expect(await resealRows(db, both, rows)).toBe(2)
    expect(await resealRows(db, both, rows)).toBe(0)
    expect(await rows.countByKey(db.connection)).toEqual([{ keyId: 'next', secrets: 2 }])
    const after = makeSealer([next], { randomBytes })
    const { rows: found } = await sql<{ row: string; secret: string }>`
    select ${idRef} as row, secret from ${tableRef} where secret is not null order by 1`.execute(db.connection)
    expect(found.map(({ row, secret }) => after.open(secret, row))).toEqual(['secret of a', 'secret of b'])
  },
)
