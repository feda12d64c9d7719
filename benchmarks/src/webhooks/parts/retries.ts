/** How far the second, third and fourth attempt are from 2, 4 and 8 seconds after the failure before. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Section } from '../../harness/bench.ts'
import { percentile } from '../../harness/intervals.ts'
import type { Engine } from '../databases.ts'
import type { Arrival } from '../receiver.process.ts'
import { startReceiver } from '../receiver.ts'
import { aCompany, aWebhook, happen, startSender } from '../sender.ts'

const spacingMs = 100
const scheduleMs = [2_000, 4_000, 8_000]
const tickMs = 20

/** `loadPerSecond` deliveries to another receiver go on meanwhile. */
export async function retries(engine: Engine, count: number, loadPerSecond: number): Promise<Section> {
  const receiver = await startReceiver()
  const { db, drop } = await engine.make()
  const failing = await aCompany(db)
  const other = await aCompany(db)
  // Each fails at a registration of its own: ten failures in a row would open a breaker, which holds first attempts.
  await aWebhook(db, other, `${receiver.url}/ok`)
  const companies = [failing]
  while (companies.length < Math.ceil(count / 5)) companies.push(await aCompany(db))
  for (const companyId of companies) await aWebhook(db, companyId, `${receiver.url}/fail`)
  const sender = await startSender(db, { perReceiver: 100 })
  try {
    const loading = new AbortController()
    const load =
      loadPerSecond > 0
        ? keepLoad(() => happen(db, other, Math.round((loadPerSecond * tickMs) / 1_000)), loading.signal)
        : undefined
    for (let i = 0; i < count; i++) {
      await happen(db, companies[i % companies.length]!, 1)
      await sleep(spacingMs)
    }
    const failed: Arrival[] = []
    const until = Date.now() + 60_000
    while (failed.length < 4 * count && Date.now() < until) {
      await sleep(500)
      for (const arrival of await receiver.takeArrivals()) if (arrival.path === '/fail') failed.push(arrival)
    }
    loading.abort()
    await load
    const errors = errorsOf(failed)
    const group = `${engine.name}, ${loadPerSecond > 0 ? 'half load' : 'idle'}`
    return {
      title: `Retry times, ${group}`,
      figures: [50, 99, 100].map((p) => ({
        name: `retry error p${p}`,
        group,
        value: percentile(errors, p),
        unit: 'ms',
        n: errors.length,
      })),
      notes: [
        `${failed.length} of ${4 * count} attempts arrived, beside ${Math.round(loadPerSecond)} deliveries a second`,
      ],
    }
  } finally {
    await sender.close()
    await drop()
    await receiver.close()
  }
}

function errorsOf(arrivals: readonly Arrival[]): number[] {
  return [...Map.groupBy(arrivals, ({ delivery }) => delivery).values()].flatMap((attempts) =>
    scheduleMs.flatMap((delayMs, i) => {
      const [before, after] = [attempts[i], attempts[i + 1]]
      return before && after ? [Math.abs(after.atMs - before.atMs - delayMs)] : []
    }),
  )
}

async function keepLoad(tick: () => Promise<void>, stop: AbortSignal): Promise<void> {
  for (let next = performance.now(); !stop.aborted; ) {
    await tick()
    next = Math.max(next + tickMs, performance.now() - 10 * tickMs)
    await sleep(Math.max(0, next - performance.now()))
  }
}
