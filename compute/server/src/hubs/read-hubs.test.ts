import { fastestEngine, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrations } from '../migration-folders.ts'
import { parseHubs } from './hub-file.ts'
import { type ReadHubs, type WantedHubs, wantedAmong } from './model/hub-now.ts'
import { makeReadHubs } from './read-hubs.ts'
import { syncHubs } from './sync-hubs.ts'

const entry = (id: string, country: string, ...types: string[]) => ({
  id,
  name: id,
  country,
  engine: 'simulated',
  operator: { entity: 'Invented AB', jurisdiction: country },
  pue: 1.1,
  gpus: types.map((type) => ({ type, nodes: 2, perNode: 4 })),
})
// In the order of bytes, which is not that of a dictionary.
const hubs = [
  entry('a-2', 'SE', 'H100'),
  entry('a1', 'SE', 'H200', 'H100'),
  entry('b-10', 'DE', 'H100'),
  entry('b-9', 'NO', 'H100', 'L40S'),
  entry('b1', 'DE', 'H200'),
]
const nordic = new Set(['SE', 'NO'])

describe('hubs as they stand', () => {
  let db: TestDatabase
  let readHubs: ReadHubs
  beforeAll(async () => {
    db = await fastestEngine.create(migrations)
    await syncHubs(db, parseHubs({ hubs }))
    await sql`update hub_gpus set free = '{4,1}' where hub_id = 'a1' and gpu_type = 'H100'`.execute(db.connection)
    readHubs = makeReadHubs({ db })
  })
  afterAll(() => db.drop())

  test('all of them, each with its GPUs', async () => {
    const [first, second] = [await readHubs(), (await Promise.all([readHubs(), readHubs()]))[1]]
    expect(second).toEqual(first)
    expect(first.map(({ hub, nodes }) => [hub.id, nodes])).toEqual([
      ['a-2', 2],
      ['a1', 4],
      ['b-10', 2],
      ['b-9', 4],
      ['b1', 2],
    ])
    expect(first[1]).toMatchObject({
      hub: { country: 'SE', engine: { kind: 'simulated' }, simulated: true },
      state: 'unreachable',
      seenAt: null,
      gpus: [
        { gpuType: 'H100', total: 8, free: 5 },
        { gpuType: 'H200', total: 8, free: 8 },
      ],
    })
  })

  test.each<WantedHubs>([
    { id: 'b1' },
    { id: 'nowhere' },
    { id: 'b\0' },
    { countries: nordic },
    { gpuType: 'H200' },
    { limit: 2 },
    { after: 'a1', limit: 2 },
    { after: 'b-10' },
    { countries: nordic, gpuType: 'H100', after: 'a-2', limit: 1 },
  ])('those that are wanted are those of all, as the sandbox picks them: %o', async (wanted) => {
    expect(await readHubs(wanted)).toEqual(wantedAmong(await readHubs(), wanted))
  })

  test('a hub without GPUs, which has left the file, is none of them', async () => {
    await sql`delete from hub_gpus where hub_id = 'b1'`.execute(db.connection)
    expect((await readHubs()).map(({ hub }) => hub.id)).not.toContain('b1')
    expect(await readHubs({ id: 'b1' })).toEqual([])
  })
})
