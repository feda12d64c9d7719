import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from '@service/foundation/database/database.ts'
import { foundationMigrations } from '@service/foundation/database/migration-files.ts'
import { minuteMs } from '@service/foundation/duration.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { type Metrics, makeMetrics } from '@service/foundation/metrics/metrics.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import {
  databaseEngines,
  postgres,
  runsWhole,
  type TestDatabase,
} from '@service/foundation-testing/database/database-engines.ts'
import type { ListId } from '@service/reputation-domain/lists/model/entry.ts'
import type { ScreeningIndex } from '@service/reputation-domain/matching/matching.ts'
import {
  anEuList,
  anSdnTable,
  aUnList,
  startAuthority,
  type TestAuthority,
} from '@service/reputation-testing/lists/authority.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeListMetrics } from './list-metrics.ts'
import { type Lists, type ListsOptions, openLists } from './lists.ts'

const migrations = fileURLToPath(new URL('../migrations/', import.meta.url))

const found = (index: ScreeningIndex, name: string): string[] =>
  index.screen({ name, threshold: 0.99 }).map(({ entry }) => entry.entityId)

describe.each(databaseEngines)('lists on $name', (engine) => {
  const { name, create } = engine
  let db: TestDatabase
  let authority: TestAuthority
  let folder: string
  let clock: Date
  let metrics: Metrics
  const opened: Lists[] = []
  const logged: string[] = []

  beforeEach(async () => {
    db = await create([foundationMigrations, migrations])
    authority = await startAuthority()
    folder = await mkdtemp(join(tmpdir(), 'lists-'))
    clock = new Date('2026-11-20T08:00:00.000Z')
    logged.length = 0
    authority.serve('/un.xml', aUnList(10))
    authority.serve('/eu.xml', anEuList(10))
    authority.serve('/SDN.CSV', anSdnTable(10))
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((lists) => lists.close()))
    await authority.close()
    await db.drop()
    await rm(folder, { recursive: true })
  })

  async function open(change: Partial<ListsOptions> = {}, on: Database = db): Promise<Lists> {
    metrics = makeMetrics('test_')
    const now = () => clock
    const lists = await openLists({
      db: on,
      addresses: {
        OFAC: [authority.address('/SDN.CSV')],
        EU: [authority.address('/eu.xml')],
        UN: [authority.address('/un.xml')],
      },
      folder,
      engineVersion: 'test',
      allowSample: false,
      refreshEveryMs: 360 * minuteMs,
      now,
      random: () => 0.5,
      newId: makeNewId({ now, randomBytes }),
      log: makeLogger({
        level: 'info',
        form: 'json',
        to: { write: (line) => void logged.push((JSON.parse(line) as { msg: string }).msg) },
      }),
      metrics: makeListMetrics(metrics),
      ...change,
    })
    opened.push(lists)
    return lists
  }

  const close = async (lists: Lists) => {
    opened.splice(opened.indexOf(lists), 1)
    await lists.close()
  }

  /** As if the time had come: the job looks at the clock at least every half minute, which is too long to wait for. */
  async function due(list: ListId): Promise<void> {
    await sql`update list_states set due_at = ${clock}, leased_until = null where list = ${list}`.execute(db.connection)
  }

  test('refuses to screen while a list is missing, names it and why, and screens once it is there', async () => {
    authority.serve('/eu.xml', (_, response) => response.writeHead(403).end())
    const lists = await open()
    expect(lists.current()).toBeUndefined()
    expect(() => lists.requireCurrent()).toThrow(
      expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 30 }),
    )
    await expect
      .poll(() => lists.readiness().note, { timeout: 60_000 })
      .toMatch(/EU is missing since \S+: the authority’s server refused the file(;|$)/)
    expect(lists.readiness().ready).toBe(false)
    expect(lists.current()).toBeUndefined()
    expect(await metrics.text()).toMatch(/test_lists_refresh_failures_total\{list="EU",reason="http-status"\} 1/)
    await close(lists)

    authority.serve('/eu.xml', anEuList(10))
    await due('EU')
    const again = await open()
    await again.whenLoaded()
    expect(again.readiness()).toEqual({ ready: true })
    const { index, status } = again.requireCurrent()
    expect(found(index, 'Given3 Europeson')).toEqual(['EU:4'])
    expect(found(index, 'Given3 Americason')).toEqual(['OFAC:4'])
    const { fetchedAt } = status[0]!
    expect(status[0]).toEqual({ list: 'OFAC', loaded: true, publishedAt: null, fetchedAt, entries: 10, stale: false })
    const text = await metrics.text()
    expect(text).toMatch(/test_lists_entries\{list="UN"\} 10/)
    expect(text).toMatch(/test_lists_stale\{list="EU"\} 0/)
    expect(text).toMatch(/test_lists_compile_seconds 0\.\d+/)
  })

  test('starts from the snapshot without downloading or compiling, and compiles again when it is damaged', async () => {
    const first = await open()
    await first.whenLoaded()
    await close(first)
    await authority.close()

    logged.length = 0
    const second = await open()
    await second.whenLoaded()
    expect(logged.filter((msg) => msg.startsWith('index'))).toEqual(['index in use'])
    await close(second)

    const [snapshot] = await readdir(folder)
    await writeFile(join(folder, snapshot!), 'not an index')
    logged.length = 0
    const third = await open()
    await third.whenLoaded()
    expect(logged.slice(0, 2)).toEqual(['index snapshot is damaged and will be rebuilt', 'index compiled'])
    expect(found(third.requireCurrent().index, 'Given3 Sampleson')).toEqual(['UN:1003'])
    await close(third)

    // Another engine makes an index of its own and takes the other's away.
    const fourth = await open({ engineVersion: 'newer' })
    await fourth.whenLoaded()
    expect((await readdir(folder)).join()).toMatch(/^newer-[0-9a-f]+\.index$/)
  })

  if (!runsWhole(engine)) return // the rest takes minutes on the slower engine

  test('waits for the snapshot, and for nothing that takes longer', async () => {
    authority.serve('/eu.xml', (_, response) => response.writeHead(403).end())
    const first = await open()
    await first.whenSnapshotTried()
    expect(first.current()).toBeUndefined()
    await close(first)

    authority.serve('/eu.xml', anEuList(10))
    await due('EU')
    const second = await open()
    await second.whenLoaded()
    await close(second)
    const third = await open()
    await third.whenSnapshotTried()
    expect(third.current()?.versions).toHaveLength(3)
  })

  test('serves although snapshots cannot be written', async () => {
    await writeFile(join(folder, 'file'), '')
    const lists = await open({ folder: join(folder, 'file') })
    await lists.whenLoaded()
    expect(logged).toContain('index snapshot could not be saved: the next start will take longer')
  })

  test('switches to a new version as a whole; old versions can be opened again', async () => {
    const lists = await open()
    await lists.whenLoaded()
    const before = lists.requireCurrent()
    const ids = before.versions.map(({ id }) => id)
    await close(lists)

    authority.serve('/un.xml', aUnList(10, { renamed: [3] }))
    await due('UN')
    const after = await open()
    await expect
      .poll(() => found(after.current()!.index, 'Given3 Renamedovich'), { timeout: 60_000 })
      .toEqual(['UN:1003'])
    expect(found(after.requireCurrent().index, 'Given3 Sampleson')).toEqual([])
    expect(found(before.index, 'Given3 Sampleson')).toEqual(['UN:1003'])
    expect((await readdir(folder)).length).toBe(1)

    const replayed = await after.openVersions(ids)
    expect(found(replayed, 'Given3 Sampleson')).toEqual(['UN:1003'])
    expect(await after.openVersions([...ids].reverse())).toBe(replayed)
    const current = after.requireCurrent()
    expect(await after.openVersions(current.versions.map(({ id }) => id))).toBe(current.index)
    await expect(after.openVersions(['lsv_unknown'])).rejects.toThrow(/not in the database/)
  })

  test('a list that could not be refreshed is still served, and marked as stale', async () => {
    const first = await open()
    await first.whenLoaded()
    await close(first)
    authority.serve('/un.xml', '<html></html>')
    await due('UN')
    const lists = await open()
    await lists.whenLoaded()
    await expect.poll(() => lists.requireCurrent().status[2]?.stale, { timeout: 60_000 }).toBe(true)
    expect(lists.readiness().note ?? '').toMatch(
      /^UN is stale since 2026-11-20T08:00:00.000Z: the file that arrived is no list$/,
    )
    expect(lists.readiness().ready).toBe(true)
    expect(found(lists.requireCurrent().index, 'Given3 Sampleson')).toEqual(['UN:1003'])
    expect(await metrics.text()).toMatch(/test_lists_stale\{list="UN"\} 1/)
  })

  test('the sample serves the demo alone, list by list, until the official lists are there', async () => {
    for (const path of ['/SDN.CSV', '/eu.xml']) authority.serve(path, (_, response) => response.writeHead(503).end())
    const demo = await open({ allowSample: true })
    await demo.whenLoaded()
    await expect.poll(() => demo.requireCurrent().status[2]?.entries, { timeout: 60_000 }).toBe(10)
    const { index, status } = demo.requireCurrent()
    expect(status.map(({ sample }) => sample ?? false)).toEqual([true, true, false])
    expect(found(index, 'Nicolas Maduro Moros')).toContain('OFAC:22790')
    expect(found(index, 'Given3 Sampleson')).toEqual(['UN:1003'])
    await close(demo)

    const serve = await open()
    await expect.poll(() => serve.readiness().note, { timeout: 60_000 }).toMatch(/OFAC .*EU /)
    expect(serve.current()).toBeUndefined()
    await close(serve)

    authority.serve('/SDN.CSV', anSdnTable(10))
    authority.serve('/eu.xml', anEuList(10))
    await due('OFAC')
    await due('EU')
    const served = await open()
    await served.whenLoaded()
    expect(served.requireCurrent().status.map(({ sample }) => sample ?? false)).toEqual([false, false, false])
    await close(served)
    await authority.close()
    const demoAgain = await open({ allowSample: true })
    await demoAgain.whenLoaded()
    expect(demoAgain.requireCurrent().status.map(({ entries }) => entries)).toEqual([10, 10, 10])
  })

  test.runIf(name === postgres.name)('of two processes one downloads and both follow', async () => {
    const other = await db.openAgain()
    try {
      const otherFolder = join(folder, 'other')
      const both = await Promise.all([open(), open({ folder: otherFolder }, other)])
      await Promise.all(both.map((lists) => lists.whenLoaded()))
      expect([...authority.log].sort()).toEqual(['200 /SDN.CSV', '200 /eu.xml', '200 /un.xml'])

      authority.serve('/un.xml', aUnList(11))
      await due('UN')
      const third = await open()
      for (const lists of [...both, third]) {
        await expect.poll(() => lists.requireCurrent().status[2]?.entries, { timeout: 60_000 }).toBe(11)
      }
      await Promise.all([...both, third].map(close))
    } finally {
      await other.close()
    }
  })
})
