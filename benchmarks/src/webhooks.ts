/** Webhook deliveries: how many a second, how soon, how exactly, and how little one receiver harms another. */
import type { Bench, Section } from './harness/bench.ts'
import { sampleSize } from './harness/options.ts'
import { type Engine, findEngines } from './webhooks/databases.ts'
import { neighbours } from './webhooks/parts/neighbours.ts'
import { pickup } from './webhooks/parts/pickup.ts'
import { processes } from './webhooks/parts/processes.ts'
import { retries } from './webhooks/parts/retries.ts'
import { roughThroughput, throughput } from './webhooks/parts/throughput.ts'

export const bench: Bench = {
  name: 'webhooks',
  summary: 'Deliveries per second beside a bare loop, time to the first attempt, retry times, neighbours, processes.',
  parts: ['throughput', 'pickup', 'retries', 'neighbours', 'processes'],
  async *run({ wanted, ...options }): AsyncIterable<Section> {
    const engines = await findEngines()
    try {
      for (const engine of engines) yield* onOne(engine)
    } finally {
      for (const engine of engines) await engine.remove()
    }

    async function* onOne(engine: Engine): AsyncIterable<Section> {
      if (wanted('throughput'))
        yield await throughput(engine, sampleSize(options, { byDefault: 20_000, full: 100_000 }))
      if (wanted('pickup')) yield await pickup(engine, sampleSize(options, { byDefault: 500, full: 5_000 }))
      if (wanted('retries')) {
        const count = sampleSize(options, { byDefault: 100, full: 500 })
        yield await retries(engine, count, 0)
        yield await retries(engine, count, (await roughThroughput(engine)) / 2)
      }
      if (wanted('neighbours')) yield await neighbours(engine, sampleSize(options, { byDefault: 300, full: 2_000 }))
      if (wanted('processes') && engine.name === 'PostgreSQL') {
        yield await processes(engine, sampleSize(options, { byDefault: 100_000, full: 500_000 }))
      }
    }
  },
}
