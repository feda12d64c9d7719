/**
 * A process of its own for the meter's tests: takes deployments in, runs and ends them at random, and beats in between,
 * all against the clock of the machine. Prints `ready`, then `ended <deployment> <GPU-ms>` for each run whose end is
 * committed. It goes on until it is killed.
 */
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabaseOptions, openDatabase } from '@service/foundation/database/open-database.ts'
import { aDeployment, aMeter, type Running } from './test-metering.ts'

export type Task = { options: DatabaseOptions; companyIds: readonly string[]; deployments: number }

const { options, companyIds, deployments } = JSON.parse(process.argv[2]!) as Task
const say = (text: string) => writeSync(1, `${text}\n`)
const now = () => new Date()
const db = await openDatabase(options)
const meter = aMeter(db, now)
say('ready')

async function live(): Promise<never> {
  for (;;) {
    const companyId = companyIds[Math.floor(Math.random() * companyIds.length)]!
    const running = await aDeployment(db, { companyId, at: now(), gpus: 1 + Math.floor(Math.random() * 4) })
    await db.transaction((tx) => meter.admit(tx, [running]))
    const startedAt = now()
    await db.transaction((tx) => meter.tell(tx, [{ kind: 'begin', allocationId: running.allocationId, startedAt }]))
    await sleep(Math.random() * 60)
    await finish(running, startedAt)
  }
}

async function finish({ allocationId, deploymentId, gpus }: Running, startedAt: Date): Promise<void> {
  const endedAt = now()
  await db.transaction(async (tx) => {
    await meter.tell(tx, [{ kind: 'end', allocationId, at: endedAt }])
    await meter.tell(tx, [{ kind: 'release', deploymentId }])
  })
  say(`ended ${deploymentId} ${gpus * (endedAt.getTime() - startedAt.getTime())}`)
}

async function beatOnAndOn(): Promise<never> {
  for (;;) {
    await meter.beat()
    await sleep(10)
  }
}

await Promise.all([beatOnAndOn(), ...Array.from({ length: deployments }, live)])
