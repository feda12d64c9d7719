/** Killed at any moment, by itself or beside another that lives on, a process leaves nothing uncounted or counted twice. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Line, Task } from '@service/compute-testing/metering/metering.process.ts'
import { aCompany, aMeter, countedOf, gpuMsOf } from '@service/compute-testing/metering/metering.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrations } from '../migration-folders.ts'

const program = fileURLToPath(new URL('../../../testing/src/metering/metering.process.ts', import.meta.url))
/** What it said until it was killed, some time after it had begun to end runs. */
async function runUntilKilled(task: Task): Promise<Line[]> {
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  const lines: Line[] = []
  const ends = 2 + Math.floor(Math.random() * 6)
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(JSON.parse(line))
    const ended = lines.filter(({ word }) => word === 'ended').length
    if (ended === ends) setTimeout(() => child.kill('SIGKILL'), 40 * Math.random()) // at any moment
  })
  await closed
  return lines
}

describe.each(databaseEngines)('killing the meter on $name', ({ name, create }) => {
  // Opening the embedded engine takes most of the time.
  const kills = name === 'postgres' ? 10 : 4
  let db: TestDatabase
  let companyIds: string[]
  beforeAll(async () => {
    db = await create(migrations)
    companyIds = [await aCompany(db), await aCompany(db), await aCompany(db)]
    await db.close() // the embedded engine has one owner
  })
  afterAll(() => db.drop())

  test(`${kills} times counts every run once, by its engine's clock`, async () => {
    const task: Task = { options: db.options, companyIds, atOnce: 6 }
    const lines: Line[] = []
    const together = name === 'postgres' ? 2 : 1
    for (let kill = 0; kill < kills; kill += together) {
      const said = await Promise.all(Array.from({ length: together }, () => runUntilKilled(task)))
      lines.push(...said.flat())
    }

    const opened = await db.openAgain()
    await verify(opened, lines).finally(() => opened.close())
  })

  async function verify(opened: Database, lines: readonly Line[]): Promise<void> {
    const meter = aMeter(opened, () => new Date())
    await meter.heartbeat()
    const ended = lines.filter(({ word }) => word === 'ended')
    const isEnded = new Set(ended.map(({ running }) => running.allocationId))
    const left = lines.filter(({ word, running }) => word === 'began' && !isEnded.has(running.allocationId))
    expect(ended.length).toBeGreaterThan(kills)
    expect(left.length).toBeGreaterThan(0)

    for (const { running, startedMs, endedMs } of ended) {
      expect(await gpuMsOf(opened, running)).toBe(running.gpus * (endedMs - startedMs))
    }
    // The restarted process asks the engine how the remaining runs ended, and reports begin and end of each twice.
    for (const { running, startedMs } of [...left, ...left]) {
      const { allocationId, deploymentId } = running
      await opened.transaction((tx) =>
        meter.report(tx, [{ kind: 'begin', allocationId, startedAt: new Date(startedMs) }]),
      )
      await opened.transaction((tx) =>
        meter.report(tx, [
          { kind: 'end', allocationId, at: new Date(startedMs + 7) },
          { kind: 'release', deploymentId },
        ]),
      )
    }
    const wrong = []
    for (const { running } of left) {
      const counted = await gpuMsOf(opened, running)
      // One whose end was committed before the kill, and not said, has ended sooner or later than now supposed.
      if (counted > running.gpus * 7) wrong.push({ running, counted })
    }
    expect(wrong).toEqual([])
    for (const companyId of companyIds) {
      for (const month of await countedOf(opened, companyId)) {
        expect(month.usedMs).toBe(month.segmentMs)
        expect(month.reservedMs).toBe(month.openReservedMs)
      }
    }
  }
})
