import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import * as audit from '@service/foundation/audit/audit.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { foundationMigrations } from '@service/foundation/database/migration-files.ts'
import { hourMs } from '@service/foundation/duration.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { makeMetrics } from '@service/foundation/metrics/metrics.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { ThreadEnded } from '@service/foundation/threads/worker-thread.ts'
import { byTester } from '@service/foundation-testing/acts.ts'
import { databaseEngines, runsWhole, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { parseEntries } from '@service/reputation-domain/lists/canonical.ts'
import type { ListId } from '@service/reputation-domain/lists/model/entry.ts'
import {
  anEuList,
  anSdnTable,
  aUnList,
  startAuthority,
  type TestAuthority,
} from '@service/reputation-testing/lists/authority.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeAcceptShrunken } from './accept-shrunken.ts'
import { defaultLimits } from './download/download.ts'
import { makeListMetrics } from './list-metrics.ts'
import type { RefusalCode } from './model/refusal.ts'
import { refreshDue } from './refresh.job.ts'
import type { RefreshDeps } from './refresh-list.ts'
import * as store from './store.ts'
import { unpackText } from './tasks/content.ts'
import { makeListTasks } from './tasks/list-tasks.ts'

const migrations = fileURLToPath(new URL('../migrations/', import.meta.url))
const never = new AbortController().signal

describe.each(databaseEngines)('refreshing lists on $name', (engine) => {
  const { create } = engine
  let db: TestDatabase
  let authority: TestAuthority
  let deps: RefreshDeps
  let clock: Date
  const tasks = makeListTasks()

  beforeAll(async () => {
    db = await create([foundationMigrations, migrations])
  })
  afterAll(async () => {
    await tasks.close()
    await db.drop()
  })
  beforeEach(async () => {
    authority = await startAuthority()
    clock = new Date('2026-11-20T08:00:00.000Z')
    const now = () => clock
    deps = {
      db,
      addresses: { UN: [authority.address('/un.xml')], EU: [authority.address('/eu.xml')] },
      tasks,
      everyMs: 6 * hourMs,
      limits: { ...defaultLimits, silenceTimeoutMs: 1_000 },
      now,
      random: () => 0.5,
      newId: makeNewId({ now, randomBytes }),
      log: makeLogger({ level: 'silent', form: 'json' }),
      metrics: makeListMetrics(makeMetrics('test_')),
    }
    await prepare(deps, ['UN'])
  })
  afterEach(async () => {
    await authority.close()
    await sql`truncate list_states, list_changes, list_versions`.execute(db.connection)
  })

  const prepare = ({ db }: { db: Database }, lists: readonly ListId[], addressesSha256 = 'a') =>
    store.prepareStates(
      db.connection,
      lists.map((list) => ({ list, addressesSha256 })),
      clock,
    )
  const refresh = (lists: readonly ListId[] = ['UN']) => refreshDue(deps, lists, never)
  const later = (ms: number) => {
    clock = new Date(clock.getTime() + ms)
  }
  const stateOf = async (list: ListId) => (await store.readStates(db.connection, [list]))[0]!
  const countVersions = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from list_versions`.execute(db.connection)).rows[0]!.n

  test('a list is read whole, with its date, and is not downloaded again before it is due', async () => {
    authority.serve('/un.xml', aUnList(10))
    expect(await refresh()).toBe(1)
    const state = await stateOf('UN')
    expect(state.current?.entries).toBe(10)
    expect(state.current?.sample).toBe(false)
    expect(state.publishedAt).toBe('2026-11-01T00:00:00.000Z')
    expect(state.fetchedAt).toBe('2026-11-20T08:00:00.000Z')
    expect(state.stale).toBeUndefined()
    const { id } = state.current!
    const content = (await store.readContents(db.connection, [id])).get(id)!
    expect(parseEntries(unpackText(content))[3]?.entityId).toEqual('UN:1003')
    expect(await store.readChanges(db.connection, id)).toEqual([])

    later(6 * hourMs - 1)
    expect(await refresh()).toBe(0)
    later(1)
    expect(await refresh()).toBe(1)
    expect(authority.log).toEqual(['200 /un.xml', '304 /un.xml'])
    const fresh = await stateOf('UN')
    expect(fresh.fetchedAt).toBe('2026-11-20T14:00:00.000Z')
    expect(fresh.current?.fetchedAt).toBe('2026-11-20T08:00:00.000Z')
  })

  test('the same content under a new date is no new version', async () => {
    authority.serve('/un.xml', aUnList(10))
    await refresh()
    authority.serve('/un.xml', aUnList(10, { date: '2026-11-20' }))
    later(6 * hourMs)
    await refresh()
    const state = await stateOf('UN')
    expect(await countVersions()).toBe(1)
    expect(state.publishedAt).toBe('2026-11-20T00:00:00.000Z')
    expect(state.current?.publishedAt).toBe('2026-11-01T00:00:00.000Z')
  })

  test('a new version records what changed', async () => {
    authority.serve('/un.xml', aUnList(10))
    await refresh()
    authority.serve('/un.xml', aUnList(11, { renamed: [2] }))
    later(6 * hourMs)
    await refresh()
    const { current } = await stateOf('UN')
    const changes = await store.readChanges(db.connection, current!.id)
    expect(changes.map(({ entityId, kind }) => `${kind} ${entityId}`)).toEqual(['changed UN:1002', 'added UN:1010'])
    const names = changes[0]?.fields.find(({ field }) => field === 'names')
    expect(names && 'added' in names && names.added?.map((name) => (name as { name: string }).name)).toEqual([
      'Given2 Renamedovich',
    ])
  })

  const html = '<!DOCTYPE html><html><body>Access denied</body></html>'
  const whole = aUnList(100)
  const broken: [string, string | Uint8Array | Parameters<TestAuthority['serve']>[1], RefusalCode, RegExp][] = [
    ['is a web page', html, 'format', /HTML/],
    ['is empty', '', 'format', /empty/],
    ['is cut', whole.slice(0, whole.length / 2), 'format', /./],
    ['is another authority’s', anEuList(100), 'wrong-list', /EU list came for UN/],
    ['has an unknown root', '<?xml version="1.0"?><rss></rss>', 'format', /not a list in a format known/],
    ['is UTF-16', Buffer.from(`\ufeff${whole}`, 'utf16le'), 'format', /UTF-16/],
    ['holds nobody', aUnList(0), 'format', /./],
    ['expands entities', whole.replace('?>', '?><!DOCTYPE x [<!ENTITY a "aaaa">]>'), 'format', /./],
    ['holds 79 %', aUnList(79), 'shrunken', /79 entries, fewer than 80 % of the 100/],
    ['cannot be had', (_, response) => response.writeHead(500).end(), 'http-status', /responded with 500/],
    ['never comes', () => {}, 'timeout', /fell silent/],
    [
      'stops in the middle',
      (_, response) => {
        response.writeHead(200, { 'content-length': 10_000 }).write(whole.slice(0, 5_000))
        setTimeout(() => response.destroy(), 20) // once the half has arrived
      },
      'truncated',
      /ended before/,
    ],
  ]

  test.each(broken)('a download that %s keeps the list and says why', async (_, handler, code, reason) => {
    authority.serve('/un.xml', whole)
    await refresh()
    const before = await stateOf('UN')
    authority.serve('/un.xml', handler)
    later(6 * hourMs)
    await refresh()
    const after = await stateOf('UN')
    expect(after.current?.id).toBe(before.current?.id)
    expect(after.fetchedAt).toBe(before.fetchedAt)
    expect(after.stale?.code).toBe(code)
    expect(after.stale?.reason).toMatch(reason)
    expect(after.stale?.since).toBe(clock.toISOString())

    // A minute later it is tried again; `since` stays, and success clears it all.
    later(59_000)
    expect(await refresh()).toBe(0)
    later(1_000)
    expect(await refresh()).toBe(1)
    expect((await stateOf('UN')).stale?.since).toBe(after.stale?.since)
    authority.serve('/un.xml', whole)
    later(120_000)
    await refresh()
    expect((await stateOf('UN')).stale).toBeUndefined()
  })

  test('a list that takes too much memory to read is refused as too large', async () => {
    authority.serve('/un.xml', aUnList(10))
    const read = () => Promise.reject(new ThreadEnded('a list', 'out-of-memory'))
    await refreshDue({ ...deps, tasks: { ...tasks, read } }, ['UN'], never)
    expect((await stateOf('UN')).stale).toMatchObject({ reason: 'the download takes more memory than a list may' })
  })

  if (!runsWhole(engine)) return // the rest takes minutes on the slower engine

  test('81 % of a list replaces it', async () => {
    authority.serve('/un.xml', whole)
    await refresh()
    authority.serve('/un.xml', aUnList(81))
    later(6 * hourMs)
    await refresh()
    expect((await stateOf('UN')).current?.entries).toBe(81)
  })

  test('the operator can accept a shrunken list, once', async () => {
    authority.serve('/un.xml', whole)
    await refresh()
    const accept = () => makeAcceptShrunken(deps)(byTester, 'UN')
    await expect(accept()).rejects.toThrow(expect.objectContaining({ code: 'conflict' })) // not before anybody has seen the short one
    authority.serve('/un.xml', aUnList(20))
    later(6 * hourMs)
    await refresh()
    expect((await accept()).refused).toMatch(/20 entries/)
    await refresh()
    const [event] = await audit.list(db.connection, { target: 'UN' }, 1)
    expect(event?.action).toBe('list.accept-shrunken')
    expect((await stateOf('UN')).current?.entries).toBe(20)
    authority.serve('/un.xml', aUnList(2))
    later(6 * hourMs)
    await refresh()
    expect((await stateOf('UN')).stale?.code).toBe('shrunken')
  })

  test('OFAC is one list of several files in any form, compressed or not, and needs all of them', async () => {
    const aliases = `1,11,"aka","AMERICASON, Nick",-0- \r\n999,12,"aka","DANGLING, Row",-0- \r\n\u001a`
    authority.serve('/SDN.CSV', anSdnTable(5))
    authority.serve('/ALT.CSV.gz', gzipSync(aliases))
    deps = { ...deps, addresses: { OFAC: ['/ALT.CSV.gz', '/SDN.CSV', '/cons.xml'].map(authority.address) } }
    await prepare(deps, ['OFAC'])
    await refresh(['OFAC'])
    expect((await stateOf('OFAC')).stale?.code).toBe('http-status')
    expect((await stateOf('OFAC')).current).toBeUndefined()

    authority.serve(
      '/cons.xml',
      `<?xml version="1.0"?><sdnList xmlns="http://tempuri.org/sdnList.xsd"><publshInformation>
       <Publish_Date>11/02/2026</Publish_Date><Record_Count>1</Record_Count></publshInformation>
       <sdnEntry><uid>5</uid><lastName>AMERICASON</lastName><firstName>Given4</firstName><sdnType>Individual</sdnType>
       <programList><program>OTHER</program></programList></sdnEntry></sdnList>`,
    )
    later(10_000)
    await refresh(['OFAC'])
    const { current, publishedAt } = await stateOf('OFAC')
    expect(publishedAt).toBe(null)
    const content = (await store.readContents(db.connection, [current!.id])).get(current!.id)!
    const entries = parseEntries(unpackText(content))
    expect(
      entries.map(({ entityId, names, programs }) => [entityId, names.map(({ name }) => name).join('; '), programs]),
    ).toEqual([
      ['OFAC:1', 'AMERICASON, Given0; AMERICASON, Nick', ['TEST']],
      ['OFAC:2', 'AMERICASON, Given1', ['TEST']],
      ['OFAC:3', 'AMERICASON, Given2', ['TEST']],
      ['OFAC:4', 'AMERICASON, Given3', ['TEST']],
      ['OFAC:5', 'AMERICASON, Given4', ['OTHER', 'TEST']],
    ])
  })

  test('changed addresses are downloaded at once and without conditions', async () => {
    authority.serve('/un.xml', aUnList(3))
    await refresh()
    await prepare(deps, ['UN'])
    expect(await refresh()).toBe(0)
    await prepare(deps, ['UN'], 'b')
    expect(await refresh()).toBe(1)
    expect(authority.log).toEqual(['200 /un.xml', '200 /un.xml'])
  })

  test('a list that another process refreshes is left alone until its lease has expired', async () => {
    authority.serve('/un.xml', aUnList(3))
    const until = new Date(clock.getTime() + 15_000)
    const [dead] = await store.leaseDue(db.connection, ['UN'], { id: 'dead', now: clock, until })
    expect(await refresh()).toBe(0)
    later(15_000)
    expect(await refresh()).toBe(1)
    expect(await store.renewLease(db.connection, dead!, until)).toBe(false)

    // The process that was thought dead can no longer change anything.
    const { current } = await stateOf('UN')
    await store.recordRefusal(db.connection, dead!, { now: clock, dueAt: clock, code: 'internal', reason: 'late' })
    expect(await store.recordFresh(db.connection, dead!, { now: clock, dueAt: clock })).toBe(false)
    expect((await stateOf('UN')).stale).toEqual(undefined)
    expect((await stateOf('UN')).current?.id).toBe(current?.id)
  })

  test('a refresh that is stopped leaves the list due', async () => {
    const stop = new AbortController()
    authority.serve('/un.xml', () => stop.abort())
    await refreshDue(deps, ['UN'], stop.signal)
    expect((await stateOf('UN')).stale).toBeUndefined()
    authority.serve('/un.xml', aUnList(3))
    expect(await refresh()).toBe(1)
  })

  test('unused contents are dropped after a day; cited, current and previous ones stay', async () => {
    const ids: string[] = []
    for (const size of [10, 11, 12, 13]) {
      authority.serve('/un.xml', aUnList(size))
      await refresh()
      ids.push((await stateOf('UN')).current!.id)
      later(6 * hourMs)
    }
    const cited = sql`select ${ids[1]!}::text`
    expect(await store.pruneVersions(db.connection, cited, clock)).toBe(0)
    later(24 * hourMs)
    expect(await store.pruneVersions(db.connection, cited, clock)).toBe(1)
    const kept = await store.readContents(db.connection, ids)
    expect([...kept.keys()].sort()).toEqual(ids.slice(1).sort())
    expect(await countVersions()).toBe(4)
  })
})
