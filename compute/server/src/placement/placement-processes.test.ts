/** Processes that place at the same hubs, and one that dies between what it decided and its commit. */

import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Hub } from '@service/compute-domain/hubs/model/hub.ts'
import { aHub } from '@service/compute-testing/placement/a-hub.ts'
import { aPlacer, aSpec, freeAt, takenIn, writeHubs } from '@service/compute-testing/placement/placer.ts'
import { testKey } from '@service/foundation-testing/acts.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { startWaiting } from '@service/foundation-testing/waiting-process.ts'
import { describe, expect, test } from 'vitest'
import { migrations } from '../migration-folders.ts'

const program = fileURLToPath(new URL('../../../testing/src/placement/placer.process.ts', import.meta.url))

const start = (db: TestDatabase, hubs: Hub[], { count, hang = false }: { count: number; hang?: boolean }) =>
  startWaiting(program, { options: db.options, hubs, count, hang })

const servers = databaseEngines.filter(({ name }) => name === 'postgres')

describe.each(servers)('placers of several processes on $name', ({ create }) => {
  const db = beforeTests(
    () => create(migrations),
    (made) => made.drop(),
  )

  test('three at once never take the same GPU twice', async () => {
    const hubs = [
      aHub({ id: 'se-1', country: 'SE', gpus: [30, 31] }),
      aHub({ id: 'de-1', gpus: [40], dedicatedNodes: true }),
    ]
    await writeHubs(db, hubs)
    const processes = await Promise.all([1, 2, 3].map(() => start(db, hubs, { count: 60 })))
    for (const { go } of processes) go()
    await Promise.all(processes.map(({ closed }) => closed))

    const printed = processes.flatMap((one) => one.printed)
    // The dedicated node holds one deployment, whatever it leaves of it.
    expect(Object.groupBy(printed, (line) => line)).toMatchObject({
      'placed at se-1': { length: 61 },
      'placed at de-1': { length: 1 },
      'no-capacity': { length: 180 - 62 },
    })
    expect(await takenIn(db)).toEqual({ allocated: 62, missing: 62 })
    expect(await freeAt(db, 'se-1')).toEqual([0, 0])
  })
})

describe.each(databaseEngines)('a placer on $name', ({ create }) => {
  const db = beforeTests(
    () => create(migrations),
    (made) => made.drop(),
  )

  test('that is killed before its commit takes nothing', async () => {
    const hubs = [aHub({ id: 'de-1', gpus: [5] })]
    await writeHubs(db, hubs)
    await db.close() // the embedded engine has one owner
    const doomed = await start(db, hubs, { count: 5, hang: true })
    doomed.go()
    await expect.poll(() => doomed.printed).toEqual(['uncommitted'])
    doomed.child.kill('SIGKILL')
    await once(doomed.child, 'exit')

    const again = await db.openAgain()
    try {
      await expect.poll(() => takenIn(again)).toEqual({ allocated: 0, missing: 0 })
      const placer = await aPlacer(again, hubs)
      const placed = await placer.placeDeployment({
        companyId: 'cmp_invented',
        spec: aSpec({ count: 5 }),
        actor: testKey,
        operation: undefined,
      })
      expect(placed.hubId).toBe('de-1')
      await placer.close()
    } finally {
      await again.close()
    }
  })
})
