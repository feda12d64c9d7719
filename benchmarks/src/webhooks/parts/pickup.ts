/** How soon the first attempt reaches the receiver once the event is committed, one event at a time. */
import { setTimeout as sleep } from 'node:timers/promises'
import * as events from '@service/foundation/webhooks/events/event-store.ts'
import type { Section } from '../../harness/bench.ts'
import { percentile } from '../../harness/intervals.ts'
import type { Engine } from '../databases.ts'
import { preciseNowMs } from '../precise-now.ts'
import { startReceiver } from '../receiver.ts'
import { aCompany, anEvent, aWebhook, startSender } from '../sender.ts'

const everyMs = 25

export async function pickup(engine: Engine, count: number): Promise<Section> {
  const receiver = await startReceiver()
  const { db, drop } = await engine.make()
  const companyId = await aCompany(db)
  await aWebhook(db, companyId, `${receiver.url}/ok`)
  const sender = await startSender(db)
  try {
    const committed: number[] = []
    for (let i = 0; i < count; i++) {
      await db.transaction((tx) => events.append(tx, [anEvent(companyId)]))
      committed.push(preciseNowMs())
      await sender.whenRecorded(i + 1)
      await sleep(everyMs * Math.random())
    }
    const arrivals = await receiver.takeArrivals()
    // One at a time, so the n-th to arrive is the n-th that was committed.
    const waits = committed.map((atMs, i) => Math.max(0, (arrivals[i]?.atMs ?? Number.NaN) - atMs))
    const figure = (p: number) => ({
      name: `commit to arrival p${p}`,
      group: engine.name,
      value: percentile(waits, p),
      unit: 'ms',
      n: count,
    })
    return { title: `From commit to the receiver, ${engine.name}`, figures: [figure(50), figure(99)] }
  } finally {
    await sender.close()
    await drop()
    await receiver.close()
  }
}
