/** The service as its callers and operators meet it: requests a second, memory, and the time to be ready. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Figure, Section } from '../../harness/bench.ts'
import { median } from '../../harness/intervals.ts'
import { forgetLists, type Ground, layGrounds, runLoad, startService } from '../service/measured-service.ts'

const rounds = 5
const roundSeconds = 3
const connections = 48

/** Through HTTP, with key, quota and record, from one process; and what recording takes of it. */
export async function throughHttp(listFolders: readonly string[], names: string[]): Promise<Section> {
  const figures = await onEveryGround(listFolders, async (ground) => {
    const service = await startService(ground)
    try {
      const load = async (seconds: number) => {
        const before = service.cpuSeconds()
        const result = await runLoad({ ...service, names, connections, seconds })
        return { ...result, perCpuSecond: result.completed / (service.cpuSeconds() - before) }
      }
      await load(roundSeconds) // warms the code up
      const measured: { on: Awaited<ReturnType<typeof load>>; off: Awaited<ReturnType<typeof load>> }[] = []
      for (let round = 0; round < rounds; round++) {
        // The two sides go first alternately, so that a machine that grows busy harms both.
        const sides = round % 2 === 0 ? [true, false] : [false, true]
        const results = new Map<boolean, Awaited<ReturnType<typeof load>>>()
        for (const recording of sides) {
          await service.setRecording(recording)
          results.set(recording, await load(roundSeconds))
        }
        measured.push({ on: results.get(true)!, off: results.get(false)! })
      }
      const over = (of: (round: (typeof measured)[number]) => number) => median(measured.map(of))
      const n = measured.reduce((sum, { on }) => sum + on.completed, 0)
      const group = ground.engine
      return [
        {
          name: 'screenings per second through HTTP',
          group,
          value: over(({ on }) => on.perSecond),
          unit: '1/s',
          n,
          baseline: over(({ off }) => off.perSecond),
        },
        {
          name: 'screenings per second of processor time',
          group,
          value: over(({ on }) => on.perCpuSecond),
          unit: '1/s',
          n,
          baseline: over(({ off }) => off.perCpuSecond),
        },
        {
          name: 'throughput that recording costs, by the clock',
          group,
          value: 100 * over(({ on, off }) => 1 - on.perSecond / off.perSecond),
          unit: '%',
          n: rounds,
        },
        {
          name: 'throughput that recording costs, by processor time',
          group,
          value: 100 * over(({ on, off }) => 1 - on.perCpuSecond / off.perCpuSecond),
          unit: '%',
          n: rounds,
        },
        { name: `latency p50 at ${connections} connections`, group, value: over(({ on }) => on.p50Ms), unit: 'ms', n },
        { name: `latency p99 at ${connections} connections`, group, value: over(({ on }) => on.p99Ms), unit: 'ms', n },
        {
          name: 'answers other than 200',
          group,
          value: measured.reduce((sum, { on, off }) => sum + on.failed + off.failed, 0),
          unit: 'count',
          n,
        },
      ]
    } finally {
      await service.stop()
    }
  })
  return {
    title: 'The service through HTTP, one process, with key, quota and record',
    figures,
    notes: [`Medians of ${rounds} pairs of rounds of ${roundSeconds} s; the baseline is the same without recording.`],
  }
}

const screeningsBeforeMemory = 2_000

/** Resident memory after a start from the saved index and some work. */
export async function memory(listFolders: readonly string[], names: string[]): Promise<Section> {
  const figures = await onEveryGround(listFolders, async (ground) => {
    await (await startService(ground)).stop()
    const service = await startService(ground)
    try {
      const started = service.residentMB()
      const asked = names.slice(0, screeningsBeforeMemory)
      let screened = 0
      while (screened < screeningsBeforeMemory) {
        screened += (await runLoad({ ...service, names: asked, connections: 8, seconds: 1 })).completed
      }
      await sleep(10_000) // until what was only needed meanwhile has been given back
      return [
        { name: 'resident memory at the start', group: ground.engine, value: started, unit: 'MB' },
        {
          name: 'resident memory in the steady state',
          group: ground.engine,
          value: service.residentMB(),
          unit: 'MB',
          n: screened,
        },
      ]
    } finally {
      await service.stop()
    }
  })
  return { title: 'Memory of the service', figures }
}

type Start = { seconds: number; cpuSeconds: number }

/** From the start of the process to the response to the first name; the database is there already. */
export async function start(listFolders: readonly string[]): Promise<Section> {
  const figures = await onEveryGround(listFolders, async (ground) => {
    await (await startService(ground)).stop()
    const fromFiles: Start[] = []
    const fromSnapshot: Start[] = []
    for (let round = 0; round < 3; round++) {
      await forgetLists(ground)
      const own = await startService(ground)
      fromFiles.push({ seconds: own.readyMs / 1_000, cpuSeconds: own.cpuSeconds() })
      await own.stop()
      const again = await startService(ground)
      fromSnapshot.push({ seconds: again.readyMs / 1_000, cpuSeconds: again.cpuSeconds() })
      await again.stop()
    }
    const figures = (name: string, starts: Start[]): Figure[] => {
      const of = (read: (start: Start) => number) => ({
        group: ground.engine,
        value: median(starts.map(read)),
        unit: 's',
        n: starts.length,
      })
      return [
        { name, ...of(({ seconds }) => seconds) },
        { name: `${name}, processor time`, ...of(({ cpuSeconds }) => cpuSeconds) },
      ]
    }
    return [...figures('ready from raw files', fromFiles), ...figures('ready from the saved index', fromSnapshot)]
  })
  return { title: 'Start of the service, from the process to ready', figures }
}

async function onEveryGround(
  listFolders: readonly string[],
  measure: (ground: Ground) => Promise<Figure[]>,
): Promise<Figure[]> {
  const grounds = await layGrounds(listFolders)
  try {
    const figures: Figure[] = []
    for (const ground of grounds) figures.push(...(await measure(ground)))
    return figures
  } finally {
    for (const ground of grounds) await ground.remove()
  }
}
