import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { startWaiting } from '@service/foundation-testing/waiting-process.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCreateCompany } from '../companies/create-company.ts'
import { makeNewId } from '../new-id.ts'
import { usedInMonth } from './quota-store.ts'

const program = fileURLToPath(new URL('../../testing/src/quota/take-many.process.ts', import.meta.url))
const by = { actor: 'system', requestId: null } as const

describe.each(databaseEngines.filter(({ name }) => name === 'postgres'))(
  'quota of several processes on $name',
  ({ create }) => {
    let db: TestDatabase
    const now = () => new Date('2026-11-20T09:00:00Z')
    const newId = makeNewId({ now, randomBytes })
    const used = (companyId: string) => usedInMonth(db.connection, companyId, '2026-11-01')

    beforeAll(async () => {
      db = await create()
    })
    afterAll(() => db.drop())

    const startTaker = (companyId: string, takes: number, limit: number) =>
      startWaiting(program, { options: db.options, companyId, takes, limit })

    test('3,000 debits by three processes are granted exactly 1,000 times', async () => {
      const { id } = await makeCreateCompany({ db, now, newId })(by, { slug: 'exact', name: 'Exact' })
      const takers = await Promise.all([1, 2, 3].map(() => startTaker(id, 1_000, 1_000)))
      for (const taker of takers) taker.go()
      await Promise.all(takers.map(({ closed }) => closed))
      const printed = takers.flatMap((taker) => taker.printed)
      expect(printed).toHaveLength(3_000)
      const left = printed.filter((line) => line !== 'refused').map(Number)
      expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 1_000 }, (_, i) => i))
      expect(await used(id)).toBe(1_000)
    })

    test('a process killed in the middle may lose units, and never gains one', async () => {
      const { id } = await makeCreateCompany({ db, now, newId })(by, { slug: 'killed', name: 'Killed' })
      for (let round = 1; round <= 3; round++) {
        const before = await used(id)
        const taker = await startTaker(id, 5_000, 1_000_000)
        taker.go()
        while (taker.printed.length < round) await new Promise(setImmediate)
        taker.child.kill('SIGKILL')
        await taker.closed
        expect((await used(id)) - before).toBeGreaterThanOrEqual(taker.printed.length)
      }
    })
  },
)
