import { starterLimitMs } from '@service/compute-domain/metering/gpu-hours.ts'
import { aCompany, aMeter, countedOf } from '@service/compute-testing/metering/metering.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { migrations } from '../migration-folders.ts'

const minute = 60_000
const now = () => new Date('2026-11-20T12:00:00.000Z')

describe.each(databaseEngines)('admission of many at once on $name', ({ name, create }) => {
  const db = beforeTests(
    () => create(migrations),
    (made) => made.drop(),
  )

  test('two processes never both grant the last minutes, nor block each other', async () => {
    const others = name === 'postgres' ? [await db.openAgain()] : []
    const processes = [db, ...others]
    const companyIds = await Promise.all(Array.from({ length: 6 }, () => aCompany(db)))
    for (const companyId of companyIds) {
      await sql`insert into gpu_hours (company_id, month, used_ms)
                values (${companyId}, '2026-11-01', ${starterLimitMs - 100 * minute})`.execute(db.connection)
    }
    const batches = Array.from({ length: 60 }, (_, batch) => {
      const inOrder = batch % 2 === 0 ? companyIds : [...companyIds].reverse()
      return inOrder.flatMap((companyId, i) =>
        [1, 2, 3].map((gpus) => ({ companyId, gpus, deploymentId: `dep_${batch}_${i}_${gpus}` })),
      )
    })
    const granted = new Map<string, number>()
    await Promise.all(
      batches.map(async (asked, batch) => {
        const process = processes[batch % processes.length]!
        const admissions = await process.transaction((tx) => aMeter(process, now).admit(tx, asked))
        for (const [i, { admitted }] of admissions.entries()) {
          const { companyId, gpus } = asked[i]!
          if (admitted) granted.set(companyId, (granted.get(companyId) ?? 0) + gpus)
        }
      }),
    )
    for (const companyId of companyIds) {
      expect(granted.get(companyId)).toBe(100)
      expect(await countedOf(db, companyId)).toMatchObject([{ reservedMs: 100 * minute, openReservedMs: 100 * minute }])
    }
    for (const other of others) await other.close()
  })
})
