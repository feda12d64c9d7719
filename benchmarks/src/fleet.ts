/**
 * An installation with 10,000 hubs, by processor time, which a busy machine hardly changes: its start, its rest, a page of
 * hubs and a plan. Hubs are simulated, so what is measured is what the service does for each of them.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { layGround, type MeasuredCompute, simulatedHubs, startCompute } from './deploy/measured-compute.ts'
import { manyDeployments } from './fleet-deployments.ts'
import type { Bench, Figure, Section } from './harness/bench.ts'
import { percentile } from './harness/intervals.ts'

const count = 10_000
const nodes = 8
const restSeconds = 20
const pages = 30
const plans = 60

export const bench: Bench = {
  name: 'fleet',
  summary: 'A service with 10,000 simulated hubs: its start, what it uses at rest, a page of hubs, a plan.',
  parts: ['embedded', 'postgres', 'deployments'],
  async *run({ wanted }): AsyncIterable<Section> {
    if (wanted('embedded')) yield await embedded()
    if (wanted('postgres')) yield await postgres()
    if (wanted('deployments')) yield await manyDeployments()
  },
}

const hubs = simulatedHubs(count, { nodes, perNode: 8 })

async function embedded(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-fleet-'))
  const hubsFile = join(folder, 'hubs.json')
  writeFileSync(hubsFile, JSON.stringify({ hubs }))
  const ports = { COMPUTE_PORT: '0', COMPUTE_GATEWAY_PORT: '0', COMPUTE_METRICS_PORT: '0' }
  try {
    return await measure('the embedded database', { ...ports, COMPUTE_DATA_DIR: folder, COMPUTE_HUBS_FILE: hubsFile })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function postgres(): Promise<Section> {
  const ground = await layGround(hubs)
  if (!ground) return { title: 'PostgreSQL', figures: [], notes: ['Not measured: this machine has no PostgreSQL.'] }
  try {
    const section = await measure('PostgreSQL', ground.settings)
    return { ...section, notes: [...(section.notes ?? []), 'Without the processor time of the database server.'] }
  } finally {
    await ground.remove()
  }
}

async function measure(group: string, settings: Record<string, string>): Promise<Section> {
  const beganMs = performance.now()
  const service = await startCompute({ settings })
  try {
    const open = { seconds: (performance.now() - beganMs) / 1_000, cpu: service.cpuSeconds() }
    await untilReady(service, `hub-${count - 1}`)
    const ready = { seconds: (performance.now() - beganMs) / 1_000, cpu: service.cpuSeconds() }
    const rest = await spent(service, () => sleep(restSeconds * 1_000))
    const each = async (n: number, work: (i: number) => Promise<unknown>) => {
      const { cpu, seconds } = await spent(service, async () => {
        for (let i = 0; i < n; i++) await work(i)
      })
      return Math.max(0, cpu - (seconds * rest.cpu) / rest.seconds) / n
    }
    const page = await each(pages, () => ask(service, '/v1/hubs'))
    const took: number[] = []
    const plan = await each(plans, async (i) => {
      const askedMs = performance.now()
      const waiting = i % 2 === 0 ? {} : { carbon_aware: true, max_delay_hours: 24 }
      const body = { gpu_type: 'H100', count: 1 + (i % 8), image: 'nginx', duration_hours: 1 + i / 10, ...waiting }
      await ask(service, '/v1/compute/plan', body)
      took.push(performance.now() - askedMs)
    })
    const figure = (name: string, value: number, unit: string, n?: number): Figure => ({
      name,
      group,
      value,
      unit,
      ...(n !== undefined && { n }),
    })
    return {
      title: `${count} hubs on ${group}`,
      figures: [
        figure('start until it serves, by the clock', open.seconds, 's'),
        figure('start until it serves, of the processor', open.cpu, 's'),
        figure('start until all hubs are ready, by the clock', ready.seconds, 's'),
        figure('start until all hubs are ready, of the processor', ready.cpu, 's'),
        figure('of a processor in use at rest', (100 * rest.cpu) / rest.seconds, '%'),
        figure('first page of hubs, of the processor', page * 1_000, 'ms', pages),
        figure('plan, of the processor', plan * 1_000, 'ms', plans),
        figure('plan, by the clock, p50', percentile(took, 50), 'ms', plans),
        figure('plan, by the clock, p95', percentile(took, 95), 'ms', plans),
      ],
      notes: [`Load of the machine over the last minute: ${(loadavg()[0] ?? 0).toFixed(1)}.`],
    }
  } finally {
    await service.stop()
  }
}

async function spent(
  service: MeasuredCompute,
  work: () => Promise<unknown>,
): Promise<{ cpu: number; seconds: number }> {
  const [before, beganMs] = [service.cpuSeconds(), performance.now()]
  await work()
  return { cpu: service.cpuSeconds() - before, seconds: (performance.now() - beganMs) / 1_000 }
}

async function ask<T>({ baseUrl, secret }: MeasuredCompute, path: string, body?: object): Promise<T> {
  const response = await fetch(`${baseUrl}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${secret}`, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

async function untilReady(service: MeasuredCompute, hub: string): Promise<void> {
  while ((await ask<{ state: string }>(service, `/v1/hubs/${hub}`)).state !== 'ready') await sleep(100)
}
