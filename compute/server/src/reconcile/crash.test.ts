/** Killed at any named step, a control plane loses nothing, runs nothing twice, and bills nothing twice. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { aHub } from '@service/compute-testing/placement/a-hub.ts'
import { takenIn } from '@service/compute-testing/placement/placer.ts'
import { companyId, runningAt, startProcess } from '@service/compute-testing/reconcile/control-plane.ts'
import type { Task } from '@service/compute-testing/reconcile/crash.process.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { databaseEngines, runsWhole, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { aWebhook } from '@service/foundation-testing/webhooks/deliveries.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { storedInstances } from '../hub-engines/stored-instances.ts'
import { migrations } from '../migration-folders.ts'
import { steps } from './steps.ts'

const program = fileURLToPath(new URL('../../../testing/src/reconcile/crash.process.ts', import.meta.url))
const hubs = ['SE', 'FR', 'PL'].map((country) => aHub({ id: `${country.toLowerCase()}-1`, country, gpus: [64] }))

/** The ids that it placed before it died. */
async function runUntilKilled(task: Task): Promise<string[]> {
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const ids: string[] = []
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('dep_')) ids.push(line)
  const [, signal] = await ended
  expect(signal).toBe('SIGKILL')
  return ids
}

type Row = { id: string; status: string; attempt: number; hubId: string; live: number }

async function deploymentsIn(db: Database): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select d.deployment_id as id, d.status, d.attempt, d.hub_id,
           (select count(*) from usage_segments s where s.deployment_id = d.deployment_id and s.live) as live
      from deployments d`.execute(db.connection)
  return rows
}

/** Changes that no webhook has heard of, or another than happened. */
async function unannouncedIn(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(happened.event_id, announced.id) as id
      from (select event_id, 'deployment.' || status as kind from deployment_events
             where status in ('running', 'failing_over', 'stopped', 'failed')) happened
      full join events announced on announced.id = happened.event_id and announced.kind = happened.kind
     where announced.id is null or happened.event_id is null`.execute(db.connection)
  return rows.map(({ id }) => id)
}

describe.each(databaseEngines)('killing a control plane on $name', (engine) => {
  // The embedded engine takes its time to open after each, and commits the same transactions.
  const [kills, killedAt] = runsWhole(engine) ? [2, steps] : [1, steps.filter((_, index) => index % 3 === 0)]
  let db: TestDatabase
  beforeEach(async () => {
    db = await engine.create(migrations)
    await sql`
      insert into companies (id, slug, name, time_zone, requests_per_minute, monthly_quota, created_at)
      values (${companyId}, 'invented', 'Invented', 'UTC', 120, 100000, now())`.execute(db.connection)
    await aWebhook(db, { companyId, url: 'https://example.com/hook' })
    await db.close() // the embedded engine has one owner
  })
  afterEach(() => db.drop())

  test.each(killedAt)(`at "%s" loses nothing and runs nothing twice`, async (step) => {
    const placed: string[] = []
    for (let kill = 0; kill < kills; kill++) {
      const killAt = { step, occurrence: 1 + kill * 2 }
      placed.push(...(await runUntilKilled({ options: db.options, hubs, killAt })))
    }

    const opened = await db.openAgain()
    const instances = storedInstances({ db: opened })
    const conditions = new Map(hubs.map(({ id }) => [id, { pullMs: 10, startMs: 10 }]))
    const again = await startProcess(opened, { hubs, conditions, instances })
    try {
      // Jobs go on ending meanwhile, so all of it is looked at together, until it fits.
      const differences = async () => {
        const found = await deploymentsIn(opened)
        const up = found.filter(({ status }) => status === 'running')
        const meant = new Set(up.map(({ id, attempt }) => `${id} ${attempt}`))
        const run = (await runningAt(hubs, instances)).map(({ deploymentId, attempt }) => `${deploymentId} ${attempt}`)
        const { allocated, missing } = await takenIn(opened)
        return {
          unsettled: found.filter(({ status }) => status !== 'running' && status !== 'stopped'),
          lost: placed.filter((id) => !found.some((one) => one.id === id)),
          notRunning: [...meant].filter((one) => !run.includes(one)),
          runningTwice: run.filter((one) => !meant.has(one)),
          wronglyMetered: found.filter(({ status, live }) => live !== (status === 'running' ? 1 : 0)),
          gpus: { allocated: allocated - up.length, missing: missing - up.length },
          unannounced: await unannouncedIn(opened),
        }
      }
      const none = { unsettled: [], lost: [], notRunning: [], runningTwice: [], wronglyMetered: [], unannounced: [] }
      await expect.poll(differences).toEqual({ ...none, gpus: { allocated: 0, missing: 0 } })
    } finally {
      await again.close()
      await instances.close()
      await opened.close()
    }
  })
})
