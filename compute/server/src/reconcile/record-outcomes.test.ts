import { randomBytes } from 'node:crypto'
import { aMeter, aDeployment as makeDeployment } from '@service/compute-testing/metering/metering.ts'
import { makeMetrics } from '@service/foundation/metrics/metrics.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrations } from '../migration-folders.ts'
import { makeControlMetrics } from './control-metrics.ts'
import type { Outcome } from './outcome.ts'
import { makeRecordOutcomes, type RecordOutcomes } from './record-outcomes.ts'

const at = new Date('2026-11-20T09:00:00.000Z')
const now = () => at

describe.each(databaseEngines)('recording outcomes on $name', ({ create }) => {
  let db: TestDatabase
  let recorder: RecordOutcomes
  beforeAll(async () => {
    db = await create(migrations)
    const metrics = makeControlMetrics(makeMetrics('test_'))
    const newId = makeNewId({ now, randomBytes })
    const meter = aMeter(db, now)
    recorder = makeRecordOutcomes({ db, newId, meter, metrics, atStep: () => {}, reconcilerId: 'rec_test' })
  })
  afterAll(async () => {
    await recorder.close()
    await db.drop()
  })

  const aDeployment = async () => {
    const { deploymentId } = await makeDeployment(db, { companyId: 'cmp_invented', at })
    await sql`update deployments set lease = 'rec_test' where deployment_id = ${deploymentId}`.execute(db.connection)
    return deploymentId
  }
  const outcome = (id: string, message: string | null): Outcome => ({
    claim: { id, companyId: 'cmp_invented', version: 0, status: 'running' },
    status: 'degraded',
    reason: 'probe_failing',
    message,
    startAt: null,
    imageDigest: null,
    dueAt: at,
    tries: 0,
    allocations: [],
    meter: [],
    event: null,
    at,
  })
  const statusOf = async (id: string) => {
    const { rows } = await sql<{ status: string }>`
      select status from deployments where deployment_id = ${id}`.execute(db.connection)
    return rows[0]!.status
  }

  test('a change of status outside the lifecycle is refused, and nothing of it is written', async () => {
    const id = await aDeployment()
    await expect(recorder.record({ ...outcome(id, null), status: 'scheduled' })).rejects.toThrow(
      'is running and cannot become scheduled',
    )
    expect(await statusOf(id)).toBe('running')
    expect(await recorder.record(outcome(id, null))).toBe(true)
  })

  test('the first digest of its image stays with a deployment', async () => {
    const id = await aDeployment()
    await recorder.record({ ...outcome(id, null), imageDigest: 'sha256:first' })
    await sql`update deployments set lease = 'rec_test' where deployment_id = ${id}`.execute(db.connection)
    const again = {
      ...outcome(id, null),
      claim: { ...outcome(id, null).claim, version: 1, status: 'degraded' as const },
    }
    expect(await recorder.record({ ...again, imageDigest: 'sha256:second' })).toBe(true)
    const { rows } = await sql`select image_digest from deployments where deployment_id = ${id}`.execute(db.connection)
    expect(rows).toEqual([{ imageDigest: 'sha256:first' }])
  })

  test('an outcome that cannot be written fails alone', async () => {
    const ids = [await aDeployment(), await aDeployment(), await aDeployment()]
    const recorded = await Promise.allSettled(
      ids.map((id, i) => recorder.record(outcome(id, i === 1 ? 'cut \0 short' : null))),
    )
    expect(recorded.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await Promise.all(ids.map(statusOf))).toEqual(['degraded', 'running', 'degraded'])
  })
})
