import {
  aCompany,
  aDeployment,
  aMeter,
  countedOf,
  gpuMsOf,
  type Running,
} from '@service/compute-testing/metering/metering.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { describe, expect, test } from 'vitest'
import { migrations } from '../migration-folders.ts'
import type { MeterChange } from './model/meter-change.ts'

const second = 1_000
const at = (ms: number) => new Date(Date.parse('2026-11-30T23:59:00.000Z') + ms)

describe.each(databaseEngines)('several meters at once on $name', ({ name, create }) => {
  const db = beforeTests(
    () => create(migrations),
    (made) => made.drop(),
  )

  test('count everything once, and do not block each other', async () => {
    let clock = at(0)
    const others = name === 'postgres' ? [await db.openAgain()] : []
    const meters = [db, ...others].map((process) => ({ db: process, meter: aMeter(process, () => clock) }))
    const companyIds = await Promise.all(Array.from({ length: 5 }, () => aCompany(db)))
    const running: (Running & { startedMs: number; endedMs: number })[] = []
    for (let i = 0; i < 60; i++) {
      const companyId = companyIds[i % companyIds.length]!
      const startedMs = (i * 7) % 50
      running.push({ ...(await aDeployment(db, { companyId, at: at(0), gpus: 1 + (i % 3) })), startedMs, endedMs: 0 })
    }
    const reportAll = (changes: MeterChange[]) =>
      Promise.all(
        meters.flatMap(({ db: process, meter }, p) =>
          batchesOf(p === 0 ? changes : [...changes].reverse(), 13).map((batch) =>
            process.transaction((tx) => meter.report(tx, batch)),
          ),
        ),
      )

    await db.transaction((tx) => meters[0]!.meter.admit(tx, running))
    await reportAll(
      running.map(({ allocationId, startedMs }) => ({ kind: 'begin', allocationId, startedAt: at(startedMs) })),
    )
    for (let round = 1; round <= 12; round++) {
      clock = at(round * 10 * second)
      const ending = running.slice((round - 1) * 5, round * 5)
      for (const run of ending) run.endedMs = round * 10 * second - run.startedMs * 20
      await Promise.all([
        ...meters.map(({ meter }) => meter.heartbeat()),
        reportAll(
          ending.flatMap(({ allocationId, deploymentId, endedMs }): MeterChange[] => [
            { kind: 'end', allocationId, at: at(endedMs) },
            { kind: 'release', deploymentId },
          ]),
        ),
        ...meters.map(({ meter }) => meter.heartbeat()),
      ])
    }

    for (const run of running) expect(await gpuMsOf(db, run)).toBe(run.gpus * (run.endedMs - run.startedMs))
    for (const companyId of companyIds) {
      const months = await countedOf(db, companyId)
      expect(months.map(({ month }) => month)).toEqual(['2026-11-01', '2026-12-01'])
      for (const month of months)
        expect(month).toMatchObject({ usedMs: month.segmentMs, reservedMs: 0, openReservedMs: 0 })
    }
    for (const other of others) await other.close()
  })
})

const batchesOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))
