/**
 * Four simulated hubs on one control plane, in real time. One is gone at once, one takes calls and never responds, one is
 * away for twenty seconds of every thirty, and the fourth has room for all. Then the two that were lost come back.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultLimits } from '@service/compute-domain/deployments/limits.ts'
import type { HubCondition } from '@service/compute-engines/simulated/hub-conditions.ts'
import { storedInstances } from '@service/compute-server/hub-engines/stored-instances.ts'
import { migrations } from '@service/compute-server/migration-folders.ts'
import { aHub } from '@service/compute-testing/placement/a-hub.ts'

import { hubState, runningAt, startProcess } from '@service/compute-testing/reconcile/control-plane.ts'
import { type Database, oneRow } from '@service/foundation/database/database.ts'
import { migrate } from '@service/foundation/database/migrate.ts'
import { openDatabase } from '@service/foundation/database/open-database.ts'
import { sql } from 'kysely'
import { layGround } from '../deploy/measured-compute.ts'
import type { Section } from '../harness/bench.ts'
import { percentile } from '../harness/intervals.ts'

const perHub = 20
const flapping = { awayMs: 20_000, backMs: 10_000 }
const patienceMs = 200_000
const hubs = [
  aHub({ id: 'gone', country: 'SE', gpus: [64] }),
  aHub({ id: 'hung', country: 'FR', gpus: [64] }),
  aHub({ id: 'flapping', country: 'DE', gpus: [64] }),
  aHub({ id: 'spare', country: 'PL', gpus: [256] }),
]
const title = 'Hubs lost and flapping, simulated, PostgreSQL'

export async function lossAndFlapping(): Promise<Section> {
  const ground = await layGround([])
  if (!ground) return { title, figures: [], notes: ['Not measured: this machine has no PostgreSQL.'] }
  const db = await openDatabase({ url: ground.databaseUrl, folder: ground.folder })
  try {
    await migrate(db, migrations)
    return { title, ...(await measure(db)) }
  } finally {
    await db.close()
    await ground.remove()
  }
}

async function measure(db: Database): Promise<Pick<Section, 'figures' | 'notes'>> {
  const conditions = new Map(hubs.map(({ id }) => [id, {} as HubCondition]))
  const instances = storedInstances({ db })
  const service = await startProcess(db, { hubs, conditions, instances, settings: { limits: defaultLimits } })
  const flap = new AbortController()
  try {
    await allReady(db)
    await sleep(500)
    const placed = new Map<string, string[]>()
    for (const [hubId, country] of Object.entries({ gone: 'SE', hung: 'FR', flapping: 'DE' })) {
      const regions = [country, 'PL']
      placed.set(hubId, await Promise.all(Array.from({ length: perHub }, () => service.deploy({ regions }))))
    }
    await until('all run', async () => (await runningOn(db)).size === 3 * perHub)

    const lostAtMs = performance.now()
    conditions.get('gone')!.unreachable = true
    conditions.get('hung')!.hung = true
    const flapped = keepFlapping(conditions.get('flapping')!, flap.signal)
    const waiting = new Map(['gone', 'hung'].flatMap((hubId) => placed.get(hubId)!.map((id) => [id, hubId])))
    const tookSeconds: Record<string, number[]> = { gone: [], hung: [] }
    while (waiting.size > 0 && performance.now() - lostAtMs < patienceMs) {
      const found = await runningOn(db)
      for (const [id, hubId] of waiting) {
        if (found.get(id) !== 'spare') continue
        tookSeconds[hubId]!.push((performance.now() - lostAtMs) / 1_000)
        waiting.delete(id)
      }
      await sleep(100)
    }

    Object.assign(conditions.get('gone')!, { unreachable: false })
    Object.assign(conditions.get('hung')!, { hung: false })
    // Read at the very moment at which the second of them takes deployments again.
    await until('the lost hubs are back', async () =>
      (await Promise.all(['gone', 'hung'].map((id) => hubState(db, id)))).every((state) => state === 'ready'),
    )
    const running = (await runningAt(hubs, instances)).map(({ deploymentId }) => deploymentId)
    flap.abort()
    const flaps = await flapped
    const figures = ['gone', 'hung'].flatMap((hubId) =>
      [50, 100].map((p) => ({
        name: `running elsewhere after, p${p}`,
        group: hubId,
        value: percentile(tookSeconds[hubId]!, p),
        unit: 's',
        n: perHub,
      })),
    )
    return {
      figures: [
        ...figures,
        { name: 'not running elsewhere', group: 'lost', value: waiting.size, unit: 'count', n: 2 * perHub },
        {
          name: 'running twice once the hub takes deployments again',
          group: 'lost',
          value: running.length - new Set(running).size,
          unit: 'count',
          n: 2 * perHub,
        },
        {
          name: 'evictions',
          group: 'flapping',
          value: await evictions(db, placed.get('flapping')!),
          unit: 'count',
          n: flaps,
        },
      ],
      notes: ['Bounds: 130 s, 0 twice, 0 evictions. Away for 20 s at a time; n of evictions is how often.'],
    }
  } finally {
    flap.abort()
    await service.close()
    await instances.close()
  }
}

const allReady = (db: Database): Promise<void> =>
  until('all hubs are ready', async () =>
    (await Promise.all(hubs.map(({ id }) => hubState(db, id)))).every((state) => state === 'ready'),
  )

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + patienceMs
  while (!(await holds())) {
    if (performance.now() > endMs) throw new Error(`Waited in vain until ${what}`)
    await sleep(5)
  }
}

/** How often it was away. */
async function keepFlapping(condition: HubCondition, stop: AbortSignal): Promise<number> {
  let times = 0
  const pause = (ms: number) => sleep(ms, undefined, { signal: stop }).catch(() => {})
  while (!stop.aborted) {
    condition.unreachable = true
    times += 1
    await pause(flapping.awayMs)
    condition.unreachable = false
    await pause(flapping.backMs)
  }
  return times
}

/** The hub that each running deployment runs at. */
async function runningOn(db: Database): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; hubId: string }>`
    select deployment_id as id, hub_id from deployments where status = 'running'`.execute(db.connection)
  return new Map(rows.map(({ id, hubId }) => [id, hubId]))
}

async function evictions(db: Database, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from deployment_events
     where deployment_id = any (${ids}::text[]) and type in ('failing_over', 'attempt_left', 'attempt_begun')`.execute(
    db.connection,
  )
  return oneRow(rows).count
}
