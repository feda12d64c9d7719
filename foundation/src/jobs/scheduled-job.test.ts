import { randomBytes } from 'node:crypto'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeLogger } from '../log/logger.ts'
import { makeNewId } from '../new-id.ts'
import * as store from './job-store.ts'
import { newLease } from './lease.ts'
import { runIfDue, type ScheduledJob, startScheduledJob } from './scheduled-job.ts'

const hour = 3_600_000

describe.each(databaseEngines)('a scheduled job on $name', ({ create }) => {
  let db: TestDatabase
  let clock = new Date('2026-11-20T09:00:00Z')
  const now = () => clock
  const pass = (ms: number) => {
    clock = new Date(clock.getTime() + ms)
  }
  const log = makeLogger({ level: 'silent', form: 'json' })
  const newId = makeNewId({ now, randomBytes })
  const never = new AbortController().signal
  const run = (job: ScheduledJob, stop = never) => runIfDue({ db, now, newId, log }, job, stop)
  let count = 0
  const aJob = (work: ScheduledJob['run'] = async () => ({ done: true })): ScheduledJob => ({
    name: `job-${++count}`,
    everyMs: 24 * hour,
    run: work,
  })

  beforeAll(async () => {
    db = await create()
  })
  afterAll(() => db.drop())

  test('runs when it is due and not before, and its report is kept', async () => {
    const job = aJob()
    expect([await run(job), await run(job)]).toEqual([true, false])
    expect(await store.find(db.connection, job.name)).toEqual({
      dueAt: new Date(clock.getTime() + 24 * hour),
      succeededAt: clock,
      report: { done: true },
      failures: 0,
    })
    pass(24 * hour)
    expect(await run(job)).toBe(true)
  })

  test('runs in one of several processes', async () => {
    let runs = 0
    const job = aJob(async () => {
      runs += 1
    })
    const ran = await Promise.all([run(job), run(job), run(job), run(job)])
    expect([ran.filter(Boolean), runs]).toEqual([[true], 1])
  })

  test('a run that fails is counted, and tried again sooner', async () => {
    const job = aJob(async () => {
      throw new Error('out of order')
    })
    await run(job)
    expect(await store.find(db.connection, job.name)).toMatchObject({ failures: 1, succeededAt: null })
    expect(await run(job)).toBe(false)
    pass(0.25 * hour)
    expect(await run(job)).toBe(true)
  })

  test('a run of a dead process is repeated once its lease has expired', async () => {
    const job = aJob()
    const dead = newLease({ now, newId }, 60_000)
    await store.leaseIfDue(db.connection, dead, job.name)
    expect(await run(job)).toBe(false)
    pass(60_000)
    expect(await run(job)).toBe(true)
    expect(await store.renewLease(db.connection, dead, job.name, clock)).toBe(false)
    await store.recordFailure(db.connection, dead, job.name, clock)
    expect(await store.find(db.connection, job.name)).toMatchObject({ failures: 0 })
  })

  test('a run that a shutdown breaks off stays due', async () => {
    const job = aJob((stop) => new Promise((resolve) => stop.addEventListener('abort', resolve)))
    const started = startScheduledJob({ db, now, newId, log }, job)
    await expect.poll(() => store.find(db.connection, job.name)).toBeDefined()
    await started.stop()
    expect(await run(aJobNamed(job.name))).toBe(true)
  })

  const aJobNamed = (name: string): ScheduledJob => ({ ...aJob(), name })
})
