import { manualClock } from '@service/compute-engines/simulated/clock.ts'
import { SimulatedEngine } from '@service/compute-engines/simulated/simulated-engine.ts'
import type { SimulatedInstance } from '@service/compute-engines/simulated/simulated-instance.ts'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrations } from '../migration-folders.ts'
import { type StoredInstances, storedInstances } from './stored-instances.ts'

const begun = new Date('2026-11-20T10:00:00.000Z')
const anInstance = (fields: Partial<SimulatedInstance> = {}): SimulatedInstance => ({
  hubId: 'se-1',
  name: 'svc-a-1',
  deploymentId: 'dep_a',
  companyId: 'cmp_a',
  attempt: 1,
  image: 'sim/ok',
  gpus: 2,
  job: false,
  appliedAt: begun,
  pullMs: 300,
  startMs: 200,
  stoppedAt: null,
  ...fields,
})

describe.each(databaseEngines)('simulated instances on $name', ({ create }) => {
  let db: TestDatabase
  let instances: StoredInstances

  beforeAll(async () => {
    db = await create(migrations)
    instances = storedInstances({ db })
  })
  afterAll(async () => {
    await instances.close()
    await db.drop()
  })

  test('the first put counts, and what was put is found by hub and name', async () => {
    expect(await instances.put(anInstance())).toEqual(anInstance())
    expect(await instances.put(anInstance({ image: 'sim/crash', gpus: 8 }))).toEqual(anInstance())
    expect(await instances.get('se-1', 'svc-a-1')).toEqual(anInstance())
    expect(await instances.get('no-1', 'svc-a-1')).toBeUndefined()
  })

  test('the first stop counts, and what is not there cannot be stopped', async () => {
    const stoppedAt = new Date('2026-11-20T11:00:00.000Z')
    const later = new Date('2026-11-20T12:00:00.000Z')
    expect(await instances.stop('se-1', 'svc-a-1', stoppedAt)).toEqual(anInstance({ stoppedAt }))
    expect(await instances.stop('se-1', 'svc-a-1', later)).toEqual(anInstance({ stoppedAt }))
    expect(await instances.stop('se-1', 'svc-b-1', later)).toBeUndefined()
  })

  test('hundreds of instances, each put twice at once, are kept once each', async () => {
    const many = Array.from({ length: 300 }, (_, i) => anInstance({ hubId: `h-${i % 3}`, name: `svc-m${i}-1` }))
    const kept = await Promise.all([...many, ...many].map((instance) => instances.put(instance)))
    expect(kept).toEqual([...many, ...many])
    const lists = await Promise.all(['h-0', 'h-1', 'h-2', 'h-none'].map((hubId) => instances.list(hubId)))
    expect(lists.map((list) => [list.length, ...new Set(list.map(({ hubId }) => hubId))])).toEqual([
      [100, 'h-0'],
      [100, 'h-1'],
      [100, 'h-2'],
      [0],
    ])
    await Promise.all([...many, ...many].map(({ hubId, name }) => instances.delete(hubId, name)))
    expect(await instances.list('h-1')).toEqual([])
    await instances.delete('h-1', 'svc-m1-1')
  })

  test('instances progress by the clock across a restart', async () => {
    const clock = manualClock(begun)
    const { signal } = new AbortController()
    await instances.put(anInstance({ name: 'svc-r-1' }))
    const again = storedInstances({ db })
    const engine = new SimulatedEngine({ hubId: 'se-1', nodes: [], instances: again, clock })
    expect(await engine.inspect('svc-r-1', signal)).toMatchObject({ state: 'created', startedAt: null })
    clock.advance(500)
    expect(await engine.inspect('svc-r-1', signal)).toMatchObject({
      state: 'running',
      startedAt: new Date('2026-11-20T10:00:00.500Z'),
    })
    await engine.close()
    await again.close()
  })
})
