/** The service's figures on placements, deployments and hubs, beside those of HTTP, gateway and meter. */
import type { DeploymentStatus } from '@service/compute-domain/deployments/status.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Metrics } from '@service/foundation/metrics/metrics.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { PlaceDeployment } from '../deployments/deployments.ts'
import type { ReadHubs } from '../hubs/model/hub-now.ts'
import { countAll } from './count-store.ts'

type Deps = {
  db: Database
  metrics: Metrics
  readHubs: ReadHubs
  now: () => Date
  uptimeMs: () => number
  /** Deployments that this process works on now. */
  busy: () => number
}

/** Gauges are read from the database at each scrape: processes that share one report the same. */
export function watchService({ db, metrics, readHubs, now, busy }: Omit<Deps, 'uptimeMs'>): void {
  metrics.gauge('deployments', 'Deployments by status', ['status'], async (gauge) => {
    gauge.reset()
    for (const { status, deployments } of await countAll(db.connection)) gauge.set({ status }, deployments)
  })
  metrics.gauge('reconciling', 'Deployments that this process works on', [], (gauge) => gauge.set(busy()))
  metrics.gauge('hub_up', '1 for a hub that takes deployments', ['hub'], async (gauge) => {
    gauge.reset()
    for (const { hub, state } of await readHubs()) gauge.set({ hub: hub.id }, state === 'ready' ? 1 : 0)
  })
  metrics.gauge('hub_unseen_seconds', 'Time since the last successful probe of a hub', ['hub'], async (gauge) => {
    gauge.reset()
    for (const { hub, seenAt } of await readHubs()) {
      if (seenAt) gauge.set({ hub: hub.id }, (now().getTime() - seenAt.getTime()) / 1_000)
    }
  })
  const gpuLabels = ['hub', 'gpu_type'] as const
  const gpuGauges = [
    ['hub_gpus', 'GPUs of a hub', 'total'],
    ['hub_free_gpus', 'Free GPUs of a hub', 'free'],
  ] as const
  for (const [name, help, count] of gpuGauges) {
    metrics.gauge(name, help, gpuLabels, async (gauge) => {
      gauge.reset()
      for (const { hub, gpus } of await readHubs())
        for (const gpu of gpus) gauge.set({ hub: hub.id, gpu_type: gpu.gpuType }, gpu[count])
    })
  }
}

/** Counts placements, and how long they take until they are written. */
export function measured(
  place: PlaceDeployment,
  { metrics, uptimeMs }: Pick<Deps, 'metrics' | 'uptimeMs'>,
): PlaceDeployment {
  const placements = metrics.counter('placements_total', 'Placements by result: a status, or the code of a refusal', [
    'result',
  ])
  const seconds = metrics.histogram(
    'placement_seconds',
    'Time until a placement is written',
    [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  )
  return async (asked) => {
    const begunMs = uptimeMs()
    try {
      const placed = await place(asked)
      placements.inc({ result: placed.status satisfies DeploymentStatus })
      return placed
    } catch (error) {
      placements.inc({ result: error instanceof Problem ? error.code : 'error' })
      throw error
    } finally {
      seconds.observe((uptimeMs() - begunMs) / 1_000)
    }
  }
}
