/**
 * Keeps deployments alive, kills the service at a named step while some are made, stopped and moved, compares what runs,
 * starts it again, and waits until what is written and what runs agree.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { firstHeartbeatAfterMs, heartbeatEveryMs } from '@service/compute-server/metering/metering-schedule.ts'
import type { Step } from '@service/compute-server/reconcile/steps.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'
import { compare, type Differences, isWell, judgeMeter, type MeterJudged, readDeployments } from './books.ts'
import { type Account, type KilledCompute, startKilledCompute } from './killed-compute.ts'
import { openBooks, type World } from './worlds.ts'

export type Kill = {
  step: Step
  /** Ran before, was not asked to end, and does not run right after the kill. */
  ended: number
  /** Acknowledged and not asked to end, and not running once all is well. */
  lost: number
  /** Instances that still run once all has settled, although another attempt runs, or none is wanted. */
  extra: number
  miscounted: number
  /** From readiness until what is written and what runs agree. */
  settledMs: number
  meter: MeterJudged
}

/** What is not well by then never will be. */
const patienceMs = 60_000
const pollEveryMs = 100
const waitSeconds = 60
const deploysAtOnce = 8

export async function* killRounds(world: World, steps: readonly Step[], killsPerStep: number): AsyncIterable<Kill> {
  const { settings } = world.ground
  let { service, account } = await startKilledCompute(settings, world.image, undefined)
  const db = await openBooks(world.ground)
  try {
    await liftLimit(db, account)
    for (let round = 0; round < killsPerStep; round++) {
      for (const step of steps) {
        const ids = await keepAlive(world, service, db)
        const { acknowledged, asked, moved } = await dieAt(world, service, db, step, ids)
        const endedNow = await missingOf(
          world,
          db,
          ids.filter((id) => !asked.has(id) && !moved.has(id)),
        )
        ;({ service, account } = await startKilledCompute(settings, world.image, account))
        const { differences, tookMs } = await settle(world, db)
        const isLastStep = step === steps.at(-1)
        const meter = isLastStep ? await afterHeartbeat(world, db) : await judgeMeter(db, await world.instances(db))
        const kept = [...ids, ...acknowledged].filter((id) => !asked.has(id))
        yield {
          step,
          ended: endedNow.length,
          lost: (await missingOf(world, db, kept)).length,
          extra: differences.extra.length,
          miscounted: differences.miscountedGpus + differences.unmetered,
          settledMs: tookMs,
          meter: isLastStep ? meter : { ...meter, lagMs: 0 },
        }
      }
    }
  } finally {
    await service.kill()
    await db.close()
  }
}

/** As many as are to live, settled; returns their ids. */
async function keepAlive(world: World, service: KilledCompute, db: Database): Promise<string[]> {
  const running = async () =>
    (await readDeployments(db)).filter(({ status }) => status === 'running').map(({ id }) => id)
  const found = await running()
  const left = Array.from({ length: Math.max(0, world.live - found.length) })
  const worker = async () => {
    while (left.pop() !== undefined || left.length > 0) await service.deploy(waitSeconds)
  }
  await Promise.all(Array.from({ length: deploysAtOnce }, worker))
  await Promise.all(found.slice(world.live).map((id) => service.stop(id)))
  const { differences } = await settle(world, db)
  if (!isWell(differences)) throw new Error(`Not well before the kill: ${JSON.stringify(differences)}`)
  return running()
}

type Deeds = {
  acknowledged: readonly string[]
  asked: ReadonlySet<string>
  /** Instances that were ended from outside, and must run again. */
  moved: ReadonlySet<string>
}

/**
 * Makes two, stops one and deletes one, and where a failover is to be met, ends one from outside; again and again until
 * the service has died.
 */
async function dieAt(
  world: World,
  service: KilledCompute,
  db: Database,
  step: Step,
  ids: readonly string[],
): Promise<Deeds> {
  const acknowledged: string[] = []
  const [asked, moved] = [new Set<string>(), new Set<string>()]
  const left = [...ids]
  const take = (among: Set<string>) => {
    const id = left.pop()
    if (id === undefined) throw new Error(`The service does not come to "${step}".`)
    among.add(id)
    return id
  }
  let hasEnded = false
  void service.ended.then(() => {
    hasEnded = true
  })
  const deploy = async () => {
    const id = await service.deploy(waitSeconds)
    if (id) acknowledged.push(id)
  }
  service.dieAt(step)
  while (!hasEnded) {
    const acts = [deploy(), deploy(), service.stop(take(asked)), service.delete(take(asked))]
    if (step === 'during-failover') acts.push(endOne(world, db, take(moved)))
    await Promise.race([service.ended, Promise.all(acts).then(() => sleep(3_000))])
    await Promise.race([service.ended.then(() => Promise.allSettled(acts)), sleep(1_000)])
  }
  return { acknowledged, asked, moved }
}

async function endOne(world: World, db: Database, id: string): Promise<void> {
  const instance = (await readDeployments(db)).find((deployment) => deployment.id === id)?.instance
  if (instance) await world.endFromOutside(db, instance)
}

async function settle(world: World, db: Database): Promise<{ differences: Differences; tookMs: number }> {
  const begun = performance.now()
  for (;;) {
    const differences = await compare(db, await world.instances(db))
    const tookMs = performance.now() - begun
    if (isWell(differences) || tookMs > patienceMs) return { differences, tookMs }
    await sleep(pollEveryMs)
  }
}

/**
 * The first heartbeat of the meter comes some seconds after a start, so a service that is killed before each one would seem
 * to lag behind. Time that is not counted by the second heartbeat is counted too late.
 */
async function afterHeartbeat(world: World, db: Database): Promise<MeterJudged> {
  const begun = performance.now()
  for (;;) {
    const meter = await judgeMeter(db, await world.instances(db))
    const tookMs = performance.now() - begun
    if (meter.lagMs < tookMs || tookMs > firstHeartbeatAfterMs + heartbeatEveryMs) return meter
    await sleep(500)
  }
}

async function missingOf(world: World, db: Database, ids: readonly string[]): Promise<string[]> {
  const instances = await world.instances(db)
  const running = new Set(instances.flatMap(({ state, deploymentId }) => (state === 'running' ? [deploymentId] : [])))
  return ids.filter((id) => !running.has(id))
}

/** Containers that really run count against the hours of the company. */
async function liftLimit(db: Database, { companyId }: Account): Promise<void> {
  await sql`
    insert into gpu_hour_limits (company_id, limit_ms) values (${companyId}, ${1e12})`.execute(db.connection)
}
