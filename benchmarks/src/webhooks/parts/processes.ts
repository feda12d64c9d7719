/** Two processes that make events and two that deliver them, on one database: each event is to arrive exactly once. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Section } from '../../harness/bench.ts'
import type { Engine } from '../databases.ts'
import { startReceiver } from '../receiver.ts'
import { aCompany, aWebhook } from '../sender.ts'
import type { Role } from './role.process.ts'

const withinMs = 300_000

export async function processes(engine: Engine, count: number): Promise<Section> {
  const receiver = await startReceiver()
  const { db, options, drop } = await engine.make()
  const children: ChildProcess[] = []
  const start = (role: Role) => {
    const child = fork(new URL('./role.process.ts', import.meta.url), [JSON.stringify(role)])
    children.push(child)
    return once(child, 'message')
  }
  try {
    const companyId = await aCompany(db)
    await aWebhook(db, companyId, `${receiver.url}/ok`)
    await Promise.all([start({ does: 'delivers', options }), start({ does: 'delivers', options })])
    const begun = performance.now()
    const half = Math.ceil(count / 2)
    const making = [half, count - half].map((count) => start({ does: 'makes', options, companyId, count }))
    const seen = new Map<string, number>()
    while (seen.size < count && performance.now() - begun < withinMs) {
      await sleep(200)
      for (const { delivery } of await receiver.takeArrivals()) seen.set(delivery, (seen.get(delivery) ?? 0) + 1)
    }
    const seconds = (performance.now() - begun) / 1_000
    await Promise.all(making)
    await sleep(1_000)
    for (const { delivery } of await receiver.takeArrivals()) seen.set(delivery, (seen.get(delivery) ?? 0) + 1)
    const copies = [...seen.values()].reduce((sum, times) => sum + times - 1, 0)
    const group = 'two make, two deliver'
    return {
      title: `Four processes on one database, ${count} events`,
      figures: [
        { name: 'events lost', group, value: count - seen.size, unit: 'count', n: count },
        { name: 'deliveries made twice', group, value: copies, unit: 'count', n: count },
        { name: 'events made and delivered', group, value: count / seconds, unit: '1/s', n: 1 },
      ],
    }
  } finally {
    for (const child of children) child.kill()
    await drop()
    await receiver.close()
  }
}
