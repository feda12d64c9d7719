/** Pruning and erasure, through the administration that the service and the command line share. */

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '@service/compute-domain/time/time.ts'
import { testSealer } from '@service/compute-testing/deployments/sealer.ts'
import { aCompany, aDeployment, aMeter, countedOf, type Running } from '@service/compute-testing/metering/metering.ts'
import type { Administration } from '@service/foundation/administration/administration.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { byTester as by } from '@service/foundation-testing/acts.ts'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { anEvent as aSentEvent, aWebhook, happen } from '@service/foundation-testing/webhooks/deliveries.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { administrationOf } from '../../administration.ts'
import { migrations } from '../../migration-folders.ts'
import { sealEnv } from '../sealed-env.ts'

const clock = new Date('2026-11-20T09:00:00.000Z')
const now = () => clock
const ago = (days: number) => new Date(clock.getTime() - days * dayMs)

describe.each(databaseEngines)('pruning and erasing deployments on $name', ({ create }) => {
  let db: TestDatabase
  let folder: string
  let admin: Administration
  let companyId: string
  beforeAll(async () => {
    db = await create(migrations)
    folder = mkdtempSync(join(tmpdir(), 'compute-'))
    admin = administrationOf({
      db,
      now,
      newId: makeNewId({ now, randomBytes }),
      secretsKeys: [{ id: 'test', bytes: new Uint8Array(32).fill(7) }],
      host: '127.0.0.1',
      port: 4100,
      publicBaseUrl: undefined,
      dataDir: folder,
      eventsKeptMs: 100 * dayMs,
      usageKeptMs: 500 * dayMs,
      logsKeptMs: 7 * dayMs,
      samplesKeptMs: 3 * dayMs,
      webhooksKeptMs: 90 * dayMs,
    })
  })
  afterAll(async () => {
    await db.drop()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    companyId = await aCompany(db)
  })
  afterEach(() =>
    sql`truncate deployments, usage_segments, allocations, deployment_events, gpu_hours cascade`.execute(db.connection),
  )

  const count = async (table: string) =>
    (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db.connection)).rows[0]!.n

  async function anEvent({ deploymentId }: Running, at: Date, message: string | null = null): Promise<void> {
    const id = makeNewId({ now: () => at, randomBytes })('evt')
    await sql`
      insert into deployment_events (event_id, company_id, deployment_id, type, message, data, actor, at)
      values (${id}, ${companyId}, ${deploymentId}, 'stopped', ${message}, '{"by": "Ann Lee"}', 'user', ${at})`.execute(
      db.connection,
    )
  }

  /** Ran for an hour. */
  async function ended(at: Date, more: { removed?: boolean } = {}): Promise<Running> {
    const from = new Date(at.getTime() - 3_600_000)
    const running = await aDeployment(db, { companyId, at: from })
    const { deploymentId, allocationId } = running
    const meter = aMeter(db, () => at)
    await db.transaction((tx) => meter.report(tx, [{ kind: 'begin', allocationId, startedAt: from }]))
    await db.transaction((tx) => meter.report(tx, [{ kind: 'end', allocationId, at }]))
    await sql`
      update allocations set state = 'released', released_at = ${at}, removed_at = ${more.removed === false ? null : at}
       where allocation_id = ${allocationId}`.execute(db.connection)
    await sql`
      update deployments set status = 'stopped', ended_at = ${at} where deployment_id = ${deploymentId}`.execute(
      db.connection,
    )
    await anEvent(running, at)
    return running
  }

  test('old deployments are removed with all their rows, and months with the last of them', async () => {
    await ended(ago(501))
    const kept = await ended(ago(499))
    await ended(ago(501), { removed: false }) // an engine still has it
    const alive = await aDeployment(db, { companyId, at: ago(600) })
    await anEvent(alive, ago(99))
    expect(await admin.prunePast(by, undefined)).toMatchObject({
      'events of deployments': 3,
      deployments: 1,
      'months of usage': 0,
    })
    expect(await count('deployments')).toBe(3)
    expect(await count('deployment_events')).toBe(1)
    expect(await count('usage_segments')).toBe(2)
    const { rows } = await sql<{ id: string }>`select deployment_id as id from deployments`.execute(db.connection)
    expect(rows.map(({ id }) => id)).toContain(kept.deploymentId)
  })

  test('usage of the last thirteen months stays, whatever age is asked for', async () => {
    await ended(ago(700))
    await ended(ago(425)) // 21 September of last year
    expect(await admin.prunePast(by, dayMs)).toMatchObject({ deployments: 1, 'months of usage': 1 })
    expect(await countedOf(db, companyId)).toMatchObject([
      { month: '2025-09-01', usedMs: 3_600_000, segmentMs: 3_600_000 },
    ])
  })

  test('a person is erased from names, messages and events, what webhooks sent included, and from everything that has ended', async () => {
    const spec = (name: string) =>
      JSON.stringify({ name, image: 'registry.example/ann-lee/app', command: ['greet', 'Ann Lee'], env: ['TO'] })
    const over = await ended(ago(1))
    const alive = await aDeployment(db, { companyId, at: ago(1) })
    const secret = await aDeployment(db, { companyId, at: ago(1) })
    await anEvent(over, ago(1), 'Stopped by Ann Lee.')
    const name = 'Work of ANN  LEE'
    for (const { deploymentId } of [over, alive]) {
      await sql`
        update deployments set name = ${name}, spec = ${spec(name)}::jsonb, message = 'Ask Ann Lee.'
         where deployment_id = ${deploymentId}`.execute(db.connection)
    }
    const probed = await ended(ago(1))
    await sql`
      update deployments set spec = '{"name": null, "image": "a", "command": null, "env": [], "healthPath": "/Ann Lee"}'
       where deployment_id = ${probed.deploymentId}`.execute(db.connection)
    await sql`
      insert into registry_logins (login_id, company_id, registry, username, password_sealed, changed_at, changed_by)
      values ('rgl_1', ${companyId}, 'ghcr.io', 'Ann Lee', 'sealed', ${clock}, 'user'),
             ('rgl_2', ${companyId}, 'docker.io', 'robot', 'sealed', ${clock}, 'user')`.execute(db.connection)
    const sealed = sealEnv(testSealer, secret.deploymentId, { TO: 'Ann Lee' })
    await sql`
      update deployments set spec = '{"name": null, "image": "a", "command": null, "env": ["TO"]}', env_sealed = ${sealed}
       where deployment_id = ${secret.deploymentId}`.execute(db.connection)
    await sql`
      insert into idempotency_records (company_id, key, fingerprint, operation_id, status, content_type, body, created_at)
      values (${companyId}, 'k', '', 'op_1', 200, 'application/json', ${JSON.stringify({ name: 'Ann\u00a0Lee' })},
              ${clock})`.execute(db.connection)

    await aWebhook(db, { companyId, url: 'https://example.com/hook' })
    await happen(db, [aSentEvent(companyId, { kind: 'deployment.failed', data: JSON.stringify({ name }) })])

    const person = { name: 'Ann Lee' }
    const report = {
      deployments: { redacted: 3, held: 2 },
      'events of deployments': { redacted: 3, held: 0 },
      'registry logins': { redacted: 0, held: 1 },
      'answers to repeated requests': { redacted: 1, held: 0 },
      events: { redacted: 1, held: 0 },
    }
    expect(await admin.previewErasure(by, companyId, person)).toMatchObject(report)
    expect(await admin.erasePerson(by, companyId, person)).toMatchObject(report)

    const { rows } = await sql<{ id: string; name: string; message: string; spec: object; hashed: boolean }>`
      select deployment_id as id, name, message, spec, original_sha256 is not null as hashed from deployments
       where name is not null`.execute(db.connection)
    const versions = await sql<{ version: number }>`
      select version from deployments where name is not null`.execute(db.connection)
    expect(versions.rows).toEqual([{ version: 1 }, { version: 1 }]) // nobody writes back what they had read
    const [left, leftAlive] = [over, alive].map(({ deploymentId }) => rows.find(({ id }) => id === deploymentId)!)
    const shown = { name: 'Work of [redacted]', message: 'Ask [redacted].', hashed: true }
    expect(left).toMatchObject({ ...shown, spec: { name: shown.name, command: ['greet', '[redacted]'] } })
    // It goes on running with what it was begun with.
    expect(leftAlive).toMatchObject({ ...shown, spec: { name: shown.name, command: ['greet', 'Ann Lee'] } })
    const notices = await sql`
      select from deployment_events where message like '%Ann Lee%' or data::text like '%Ann Lee%'`.execute(
      db.connection,
    )
    expect(notices.rows).toEqual([])
    const again = await admin.erasePerson(by, companyId, person)
    expect(again).toMatchObject({ deployments: { redacted: 0, held: 2 }, 'events of deployments': { redacted: 0 } })
  })
})
