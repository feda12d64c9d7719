/** What a dead receiver with many queued events costs a healthy one: the healthy one's p99 with it and without it. */

import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import * as events from '@service/foundation/webhooks/events/event-store.ts'
import type { Figure, Section } from '../../harness/bench.ts'
import { median, percentile } from '../../harness/intervals.ts'
import type { Engine } from '../databases.ts'
import { preciseNowMs } from '../precise-now.ts'
import { type Receiver, startReceiver } from '../receiver.ts'
import { aCompany, anEvent, aWebhook, happen, startSender } from '../sender.ts'

const rounds = 3
const queued = 10_000
const everyMs = 20
/** What is queued is on its way when the healthy receiver's time is taken. */
const settleMs = 1_000

type Dead = 'nothing' | 'hangs' | 'refuses'

export async function neighbours(engine: Engine, count: number): Promise<Section> {
  const receiver = await startReceiver()
  try {
    const runs: Record<Dead, number[]> = { nothing: [], hangs: [], refuses: [] }
    for (let round = 0; round < rounds; round++) {
      for (const dead of ['nothing', 'hangs', 'refuses'] as const) {
        runs[dead].push(percentile(await waitsBeside(engine, receiver, dead, count), 99))
      }
    }
    const baseline = median(runs.nothing)
    const figures = (['hangs', 'refuses'] as const).flatMap((dead): Figure[] => {
      const group = `${engine.name}, the dead one ${dead}`
      const ratios = runs[dead].map((p99, i) => p99 / runs.nothing[i]!)
      return [
        { name: 'healthy p99', group, value: median(runs[dead]), unit: 'ms', n: rounds, baseline },
        { name: 'healthy p99, times as long', group, value: median(ratios), n: rounds },
      ]
    })
    return { title: `A healthy receiver beside a dead one with ${queued} queued, ${engine.name}`, figures }
  } finally {
    await receiver.close()
  }
}

async function waitsBeside(engine: Engine, receiver: Receiver, dead: Dead, count: number): Promise<number[]> {
  const { db, drop } = await engine.make()
  try {
    const healthy = await aCompany(db)
    await aWebhook(db, healthy, `${receiver.url}/ok`)
    if (dead !== 'nothing') {
      const other = await aCompany(db)
      await aWebhook(db, other, dead === 'hangs' ? `${receiver.url}/hang` : `http://127.0.0.1:${await closedPort()}/`)
      await happen(db, other, queued)
    }
    const sender = await startSender(db)
    await sleep(settleMs)
    await receiver.takeArrivals()
    const committed: number[] = []
    for (let i = 0; i < count; i++) {
      await db.transaction((tx) => events.append(tx, [anEvent(healthy)]))
      committed.push(preciseNowMs())
      await sleep(everyMs)
    }
    await sleep(500)
    const arrived = (await receiver.takeArrivals()).filter(({ path }) => path === '/ok').map(({ atMs }) => atMs)
    await sender.close()
    // One that never came counts as one that took for ever.
    return committed.map((atMs, i) => Math.max(0, (arrived[i] ?? Number.POSITIVE_INFINITY) - atMs))
  } finally {
    await drop()
  }
}

async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return port
}
