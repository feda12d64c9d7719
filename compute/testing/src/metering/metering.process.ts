/**
 * A process of its own for the meter's tests: admits deployments, runs and ends them at random, with heartbeats in between, all
 * by the clock of the machine. Prints a line for each run that is about to begin, and one for each whose end is committed.
 * It goes on until it is killed.
 */
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabaseOptions, openDatabase } from '@service/foundation/database/open-database.ts'
import { aDeployment, aMeter, type Running } from './metering.ts'

export type Task = { options: DatabaseOptions; companyIds: readonly string[]; atOnce: number }

export type Line = { word: 'began' | 'ended'; running: Running; startedMs: number; endedMs: number }

const { options, companyIds, atOnce } = JSON.parse(process.argv[2]!) as Task
const say = (line: Line) => writeSync(1, `${JSON.stringify(line)}\n`)
const now = () => new Date()
const db = await openDatabase(options)
const meter = aMeter(db, now)

async function liveOnAndOn(): Promise<never> {
  for (;;) {
    const companyId = companyIds[Math.floor(Math.random() * companyIds.length)]!
    const running = await aDeployment(db, { companyId, at: now(), gpus: 1 + Math.floor(Math.random() * 4) })
    const { allocationId, deploymentId } = running
    await db.transaction((tx) => meter.admit(tx, [running]))
    const startedAt = now()
    say({ word: 'began', running, startedMs: startedAt.getTime(), endedMs: 0 })
    await db.transaction((tx) => meter.report(tx, [{ kind: 'begin', allocationId, startedAt }]))
    await sleep(60 * Math.random()) // it runs for so long
    const endedAt = now()
    await db.transaction((tx) =>
      meter.report(tx, [
        { kind: 'end', allocationId, at: endedAt },
        { kind: 'release', deploymentId },
      ]),
    )
    say({ word: 'ended', running, startedMs: startedAt.getTime(), endedMs: endedAt.getTime() })
  }
}

async function heartbeatForever(): Promise<never> {
  for (;;) {
    await meter.heartbeat()
    await sleep(10) // between two heartbeats
  }
}

await Promise.all([heartbeatForever(), ...Array.from({ length: atOnce }, liveOnAndOn)])
