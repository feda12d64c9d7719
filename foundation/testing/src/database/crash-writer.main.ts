/**
 * A program to be killed: `crash-writer.main.ts <options of openDatabase as JSON>`. It says what it found, then writes
 * transactions of five rows for ever and says the number of each once it is committed.
 */
import { writeSync } from 'node:fs'
import { openDatabase } from '@service/foundation/database/open-database.ts'
import { sql } from 'kysely'

const rowsEach = 5
const say = (word: string, value: unknown) => writeSync(1, `${word} ${JSON.stringify(value)}\n`)

const startedAt = performance.now()
const database = await openDatabase(JSON.parse(process.argv[2] ?? '{}'))
const openedMs = Math.round(performance.now() - startedAt)
await sql`create table if not exists written (number int not null, part int not null, filler text)`.execute(
  database.connection,
)
const { rows } = await sql<{ highest: number; whole: boolean }>`
  select coalesce(max(number), 0) as highest,
         count(*) = ${rowsEach} * coalesce(max(number), 0) and count(distinct (number, part)) = count(*) as whole
    from written`.execute(database.connection)
const found = rows[0] ?? { highest: 0, whole: true }
say('found', { ...found, openedMs })

for (let number = found.highest + 1; ; number++) {
  await database.transaction(async (tx) => {
    for (let part = 0; part < rowsEach; part++) {
      await sql`insert into written values (${number}, ${part}, ${'x'.repeat(200)})`.execute(tx)
    }
  })
  say('wrote', number)
}
