/**
 * 500 deployments on the list, of which twenty a second change: ten are stopped, ten more are deployed. Measured are the tasks of the
 * page's main thread: how long each took by the clock, and how much of the processor, which a busy machine does not change.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Section } from '../harness/bench.ts'
import { type Dashboard, deployMany } from './open-dashboard.ts'

const shown = 500
const seconds = 15
const maxTaskMs = 50

export async function stream(dashboard: Dashboard): Promise<Section> {
  const { browser, open, send } = dashboard
  const ids = await deployMany(dashboard, shown)
  // With something on its way, the page asks every second for half a minute; else it may not ask while this is measured.
  await send('POST', '/v1/compute/deploy', { gpu_type: 'H100', image: 'sim/slow-pull', wait_seconds: 0 })
  const page = await open('/deployments')
  await page.locator('main tbody tr').first().waitFor()
  await loadRows(page)
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  const changed = await change(dashboard, ids)
  const tasks = tasksOf(JSON.parse((await browser.stopTracing()).toString()) as Trace)
  const longest = (of: (task: Task) => number) => Math.max(...tasks.map(of))
  const over = (of: (task: Task) => number) => tasks.filter((task) => of(task) > maxTaskMs).length
  const byClock = ({ wallMs }: Task) => wallMs
  const ofProcessor = ({ cpuMs }: Task) => cpuMs
  return {
    title: `${shown} deployments on the list, ${changed.toFixed(1)} changes a second for ${seconds} s`,
    figures: [
      { name: 'longest task, of the processor', value: longest(ofProcessor), unit: 'ms', n: tasks.length },
      { name: 'longest task, by the clock', value: longest(byClock), unit: 'ms', n: tasks.length },
      { name: `tasks over ${maxTaskMs} ms of the processor`, value: over(ofProcessor), unit: 'count' },
      { name: `tasks over ${maxTaskMs} ms by the clock`, value: over(byClock), unit: 'count' },
      { name: 'changes a second', value: changed, unit: '1/s' },
    ],
  }
}

/** Only rows near the window are drawn: the foot of the table says how many there are. */
async function loadRows(page: Page): Promise<void> {
  for (let rows = 100; ; rows += 100) {
    await page.getByText(`${rows} shown`).waitFor()
    if (rows >= shown) return
    await page.getByRole('button', { name: /^Load \d+ more$/ }).click()
  }
}

/** Returns how many changes a second there were. */
async function change({ send }: Dashboard, ids: readonly string[]): Promise<number> {
  const under: Promise<unknown>[] = []
  const begun = performance.now()
  let made = 0
  for (let i = 0; i < seconds * 10; i++) {
    const dueMs = begun + i * 100
    if (performance.now() < dueMs) await sleep(dueMs - performance.now())
    const id = ids[i % ids.length] ?? ''
    under.push(send('POST', `/v1/compute/deployments/${id}/stop?wait_seconds=0`))
    under.push(send('POST', '/v1/compute/deploy', { gpu_type: 'H100', image: 'sim/ok', wait_seconds: 0 }))
    made += 2
  }
  await Promise.all(under)
  return (made * 1_000) / (performance.now() - begun)
}

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  dur?: number
  tdur?: number
  args?: { name?: string }
}
type Trace = { traceEvents: readonly TraceEvent[] }
type Task = { wallMs: number; cpuMs: number }

/** Of the renderer's main thread that had most to do: the page's. */
function tasksOf({ traceEvents }: Trace): Task[] {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const main = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf),
  )
  const run = traceEvents.filter(
    (event) => event.ph === 'X' && /RunTask$/.test(event.name) && main.has(threadOf(event)),
  )
  const groups = [...Map.groupBy(run, threadOf).values()].map((events) =>
    events.map(({ dur = 0, tdur = 0 }) => ({ wallMs: dur / 1_000, cpuMs: tdur / 1_000 })),
  )
  const total = (tasks: readonly Task[]) => tasks.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
  const [tasks] = groups.sort((a, b) => total(b) - total(a))
  if (!tasks) throw new Error('The trace has no task of the page')
  return tasks
}
