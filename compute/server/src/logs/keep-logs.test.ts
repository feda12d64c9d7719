/** Kept logs from the end of an instance to their own end, on hubs that can be made to hang. */
import { randomBytes } from 'node:crypto'
import { noResources } from '@service/compute-domain/resources/model/resources.ts'
import { runningClock } from '@service/compute-engines/simulated/clock.ts'
import type { HubCondition } from '@service/compute-engines/simulated/hub-conditions.ts'
import { SimulatedEngine } from '@service/compute-engines/simulated/simulated-engine.ts'
import { simulatedInstancesInMemory } from '@service/compute-engines/simulated/simulated-instances.ts'
import { aCompany, aDeployment } from '@service/compute-testing/metering/metering.ts'
import { aHub } from '@service/compute-testing/placement/a-hub.ts'
import { aSpec } from '@service/compute-testing/placement/placer.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { requireKeysOf, resealRows } from '@service/foundation/sealing/sealed-rows.ts'
import { makeSealer } from '@service/foundation/sealing/sealer.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { allocations } from '../allocations/allocations.ts'
import type { Allocation } from '../allocations/model/allocation.ts'
import { migrations } from '../migration-folders.ts'
import { makeKeepLogs } from './keep-logs.ts'
import { last } from './kept-log-store.ts'
import { logPruner, logRedactor } from './privacy.ts'
import { openLines, wholeLine } from './sealed-lines.ts'
import { sealedLogRows } from './sealed-log-rows.ts'

const hour = 3_600_000
const key = (id: string) => ({ id, bytes: randomBytes(32) })
const [old, next] = [key('old'), key('next')]
const sealer = makeSealer([old], { randomBytes })
const redactor = logRedactor(() => sealer)

describe.each(databaseEngines)('kept logs on $name', ({ create }) => {
  const db = beforeTests(
    () => create(migrations),
    (created) => created.drop(),
  )
  const condition: HubCondition = { pullMs: 1, startMs: 1 }
  const hub = aHub({ id: 'se-1', country: 'SE' })
  const instances = simulatedInstancesInMemory()
  const clock = runningClock()
  const conditions = new Map([[hub.id, condition]])
  const engine = new SimulatedEngine({ hubId: hub.id, nodes: hub.nodes, instances, clock, conditions })
  const never = new AbortController().signal
  const at = new Date()

  const keeper = (homeCountry: string | null = 'SE') =>
    makeKeepLogs({
      db,
      now: () => at,
      log: makeLogger({ level: 'error', form: 'json' }),
      engineOf: () => engine,
      countryOf: () => hub.country,
      homeCountry,
      sealer,
    })

  /** A deployment whose instance has written something. */
  async function ran() {
    const companyId = await aCompany(db)
    const { deploymentId } = await aDeployment(db, { companyId, at })
    const found = (await allocations.lastOf(db.connection, companyId, [deploymentId])).get(deploymentId)
    const allocation = { ...found, hubId: hub.id } as Allocation
    const { attempt, gpuType, nodes, instanceName: name } = allocation
    const order = { name, deploymentId, companyId, attempt, image: 'sim/ok', command: null, env: {}, port: null }
    const wishes = { args: null, registryLogin: null, resources: noResources }
    await engine.apply({ ...order, ...wishes, gpuType, nodes, job: false }, never)
    const keep = (how: { unlessKept?: boolean; limitMs?: number } = {}, spec = aSpec(), home: string | null = 'SE') =>
      keeper(home)({ companyId, spec }, allocation, { limitMs: 20_000, unlessKept: false, ...how }, never)
    const stored = () => last(db.connection, companyId, deploymentId)
    const read = async () => {
      const log = await stored()
      if (!log) return undefined
      const { linesSealed, allocationId, ...kept } = log
      const lines = await openLines(sealer, { companyId, allocationId }, log)
      return { ...kept, lines: lines.map(wholeLine) }
    }
    return { companyId, deploymentId, allocationId: allocation.id, keep, stored, read }
  }

  test('keeps what was written, once however often it is asked to, and shows it to its company alone', async () => {
    const { deploymentId, keep, read } = await ran()
    await keep()
    const kept = await read()
    expect(kept).toMatchObject({ attempt: 1, complete: true, keptAt: at })
    expect(kept!.lines[0]).toMatchObject({ stream: 'stdout', text: expect.stringContaining('simulated') })
    await keep() // by the process that takes over from one that died before it wrote the end
    expect(await read()).toMatchObject({ lines: kept!.lines })
    const { rows } = await sql`select from kept_logs where deployment_id = ${deploymentId}`.execute(db.connection)
    expect(rows).toHaveLength(1)
    expect(await last(db.connection, await aCompany(db), deploymentId)).toBeUndefined()
  })

  test('keeps the newest 200 of a company, whatever others keep', async () => {
    const [one, other] = [await ran(), await ran()]
    await other.keep()
    await sql`
      insert into kept_logs (allocation_id, deployment_id, company_id, attempt, lines, complete, kept_at)
      select ${one.companyId} || n, 'dep_' || n, ${one.companyId}, 1, '[]', true, ${at}::timestamptz - n * interval '1 second'
        from generate_series(1, 200) n`.execute(db.connection)
    await one.keep()
    const { rows } = await sql<{ count: number; oldest: Date }>`
      select count(*)::int as count, min(kept_at) as oldest from kept_logs
       where company_id = ${one.companyId}`.execute(db.connection)
    expect(rows).toEqual([{ count: 200, oldest: new Date(at.getTime() - 199_000) }])
    expect(await one.read()).toBeDefined()
    expect(await other.read()).toBeDefined()
    await sql`delete from kept_logs where company_id = ${one.companyId}`.execute(db.connection)
  })

  test('lets nobody wait for an engine that hangs, and keeps the log when it is asked again', async () => {
    const { keep, read } = await ran()
    condition.hung = true
    await keep({ limitMs: 20 })
    condition.hung = false
    expect(await read()).toBeUndefined()
    await keep({ unlessKept: true })
    const kept = await read()
    expect(kept?.lines.length).toBeGreaterThan(0)
    condition.unreachable = true
    await keep()
    condition.unreachable = false
    expect(await read()).toEqual(kept)
  })

  test('keeps nothing where the data of a deployment may not be, and nothing of one that was deleted', async () => {
    const abroad = await ran()
    const spec = aSpec({ sovereignty: 'residency', regions: ['SE'] })
    await abroad.keep({}, spec, 'DE')
    expect(await abroad.read()).toBeUndefined()
    await abroad.keep({}, spec, 'SE')
    expect(await abroad.read()).toBeDefined()
    const deleted = await ran()
    await sql`update deployments set deleted_at = ${at} where deployment_id = ${deleted.deploymentId}`.execute(
      db.connection,
    )
    await deleted.keep()
    expect(await deleted.read()).toBeUndefined()
  })

  test('stores no line in the clear, and opens for its own company and attempt only', async () => {
    const { companyId, allocationId, keep, stored } = await ran()
    await keep()
    const log = (await stored())!
    expect(log.lines).toEqual([])
    expect(JSON.stringify(log)).not.toContain('simulated')
    await expect(openLines(sealer, { companyId: 'cmp_other', allocationId }, log)).rejects.toThrow('does not open')
    await expect(openLines(sealer, { companyId, allocationId: 'other' }, log)).rejects.toThrow('does not open')
  })

  test('seals again under the first key, with what the release before left in the clear', async () => {
    const [sealed, clear] = [await ran(), await ran()]
    await sealed.keep()
    await clear.keep()
    const lines = (await sealed.read())!.lines
    await sql`
      update kept_logs set lines = '[[0, 1, "as it was"]]', lines_sealed = null, sealing_key = null
       where allocation_id = ${clear.allocationId}`.execute(db.connection)
    expect((await clear.read())!.lines).toEqual([{ at: new Date(0), stream: 'stderr', text: 'as it was' }])

    const [both, nextOnly] = [makeSealer([next, old], { randomBytes }), makeSealer([next], { randomBytes })]
    const start = () =>
      requireKeysOf(db.connection, sealedLogRows, { sealer: nextOnly, now: () => at, setting: 'COMPUTE_SECRETS_KEYS' })
    await expect(start()).rejects.toThrow('Secrets of logs are sealed with a key that this process does not have: old')
    expect(await resealRows(db, both, sealedLogRows)).toBeGreaterThanOrEqual(2)
    expect(await resealRows(db, both, sealedLogRows)).toBe(0)
    await start()
    const opened = async ({ companyId, stored }: typeof sealed) => {
      const log = (await stored())!
      return (await openLines(nextOnly, { companyId, allocationId: log.allocationId }, log)).map(wholeLine)
    }
    expect(await opened(sealed)).toEqual(lines)
    expect((await clear.stored())!.lines).toEqual([])
    expect(await opened(clear)).toEqual([{ at: new Date(0), stream: 'stderr', text: 'as it was' }])
    expect(await resealRows(db, makeSealer([old, next], { randomBytes }), sealedLogRows)).toBeGreaterThanOrEqual(2)
  })

  test('ends by age, and forgets a person', async () => {
    const { companyId, keep, read } = await ran()
    await keep()
    const { prune } = logPruner(hour)
    expect(await db.transaction((tx) => prune(tx, new Date(at.getTime() - 1), 100))).toBe(0)
    const request = { companyId, person: {}, mentions: [{ companyId, text: 'simulated' }], at } as never
    expect(await db.transaction((tx) => redactor.redact(tx, request))).toMatchObject({ redacted: 1, held: 0 })
    await keep() // by a process that takes over: the engine still has the name
    expect((await read())!.lines.map(({ text }) => text).join()).not.toContain('simulated')
    expect(await db.transaction((tx) => redactor.redact(tx, request))).toMatchObject({ redacted: 0 })
    expect(await db.transaction((tx) => prune(tx, new Date(at.getTime() + 1), 100))).toBeGreaterThanOrEqual(1)
    expect(await read()).toBeUndefined()
  })
})
