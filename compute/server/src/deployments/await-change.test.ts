import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announce } from './announce.ts'
import { type Changes, openChanges } from './await-change.ts'
import { boundWaits } from './bounded-waits.ts'

describe.each(databaseEngines)('waiting for a deployment on $name', ({ create }) => {
  let db: TestDatabase
  let changes: Changes
  beforeAll(async () => {
    db = await create()
    changes = await openChanges({ db, uptimeMs: () => performance.now() })
  })
  afterAll(async () => {
    await changes.close()
    await db.drop()
  })
  const change = (id: string) => db.transaction((tx) => announce(tx, [id]))

  test('a condition that holds already is returned at once, and a timeout of zero does not wait', async () => {
    expect(await changes.until('dep_1', async () => 'there', 10_000)).toBe('there')
    expect(await changes.until('dep_1', async () => undefined, 0)).toBeUndefined()
  })

  test('a change is seen long before the time is over', async () => {
    let status = 'provisioning'
    const begun = performance.now()
    const seen = changes.until('dep_1', async () => (status === 'running' ? status : undefined), 60_000)
    await change('dep_2')
    await change('dep_1')
    status = 'running'
    await change('dep_1')
    expect(await seen).toBe('running')
    expect(performance.now() - begun).toBeLessThan(4_000)
  })

  test('a change between reading and waiting is not missed', async () => {
    const begun = performance.now()
    let reads = 0
    const read = async () => {
      reads += 1
      if (reads > 1) return 'seen'
      let otherReads = 0
      const announced = changes.until('dep_3', async () => (otherReads++ > 0 ? 'announced' : undefined), 60_000)
      await change('dep_3')
      await announced // while this read is still under way
      return undefined
    }
    expect(await changes.until('dep_3', read, 60_000)).toBe('seen')
    expect(performance.now() - begun).toBeLessThan(4_000)
  })

  test('a shutdown ends all waits', async () => {
    const closing = await openChanges({ db, uptimeMs: () => performance.now() })
    const waiting = Array.from({ length: 20 }, () => closing.until('dep_5', async () => undefined, 60_000))
    closing.endWaits()
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([undefined]))
    expect(await closing.until('dep_5', async () => undefined, 60_000)).toBeUndefined()
    await closing.close()
  })

  test('beyond the limit of waiting requests of a company, the next one returns at once', async () => {
    const waits = boundWaits(changes, 2)
    let done = false
    const read = async () => (done ? 'done' : undefined)
    const going = new AbortController()
    const wait = (companyId: string, gone = new AbortController()) =>
      waits.until({ companyId, deploymentId: 'dep_6' }, read, { seconds: 60, gone: gone.signal })
    const waiting = [wait('cmp_a'), wait('cmp_b')]
    const gone = wait('cmp_a', going)
    expect(await wait('cmp_a')).toBeUndefined()
    going.abort()
    expect(await gone).toBeUndefined()
    waiting.push(wait('cmp_a')) // in the place of the one that went
    done = true
    await change('dep_6')
    expect(await Promise.all(waiting)).toEqual(['done', 'done', 'done'])
  })

  test('many wait for one, and a caller who disconnects stops waiting', async () => {
    let done = false
    const read = async () => (done ? 'done' : undefined)
    const going = new AbortController()
    const waiting = Array.from({ length: 50 }, () => changes.until('dep_4', read, 60_000))
    const gone = changes.until('dep_4', read, 60_000, going.signal)
    going.abort()
    expect(await gone).toBeUndefined()
    done = true
    await change('dep_4')
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['done']))
  })
})
