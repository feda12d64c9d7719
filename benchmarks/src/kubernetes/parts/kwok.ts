/** A large cluster as a hub: 1,000 nodes that kwok pretends and 5,000 pods, on a real API server, etcd and scheduler. */
import { fork } from 'node:child_process'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Engine, EngineFault, type InstanceOrder } from '@service/compute-engines/engine.ts'
import type { Fields } from '@service/compute-engines/fields.ts'
import { type ClusterClient, makeClusterClient } from '@service/compute-engines/kubernetes/client/client.ts'
import { readKubeconfig } from '@service/compute-engines/kubernetes/client/kubeconfig.ts'
import { expected, listAndWatch } from '@service/compute-engines/kubernetes/client/watch.ts'
import { labelsOf, namespaceOf, ownerLabel } from '@service/compute-engines/kubernetes/labels.ts'
import { testImage } from '@service/compute-testing/engine/container-service.ts'
import { type HubCluster, startHubCluster } from '@service/compute-testing/kubernetes/hub-cluster.ts'
import { whyNoCluster } from '@service/compute-testing/kubernetes/test-cluster.ts'
import { layGround, type MeasuredCompute, machineHub, startCompute } from '../../deploy/measured-compute.ts'
import type { Figure, Section } from '../../harness/bench.ts'
import { percentile } from '../../harness/intervals.ts'
import { nextMessage } from '../../harness/next-message.ts'
import type { EngineMemory } from '../engine-memory.process.ts'
import { inParallel, pretendNodes, whyNoPretendedNodes } from '../pretended-nodes.ts'

const nodes = 1_000
const pods = 5_000
const deployments = 500
const connections = 32
const changes = 500
const changeEveryMs = 20
const runWithinMs = 180_000
const warmUpMs = 3_000

/** The 5,000 pods are those of an engine of its own; to the service they are another's. */
const owner = 'test'
const companyId = 'cmp_kwok'
const namespace = namespaceOf(owner, companyId)

export async function kwok(): Promise<Section> {
  const title = `A cluster of ${nodes} pretended nodes and ${pods} pods`
  const reason = whyNoCluster() ?? whyNoPretendedNodes()
  if (reason) return { title, figures: [], notes: [`Not measured: ${reason}.`] }
  const cluster = await startHubCluster()
  try {
    const pretended = await pretendNodes(cluster, nodes)
    try {
      const raw = await makePods(cluster)
      const memory = await measureMemory(cluster)
      const lags = await measureLag(cluster)
      const ours = await measureDeployments(cluster)
      return {
        title,
        figures: [
          figure('raw pods a second until they run', raw, '1/s', pods),
          figure('deployments a second until they run', ours.perSecond, '1/s', deployments),
          figure('watch lag p50', percentile(lags, 50), 'ms', lags.length),
          figure('watch lag p99', percentile(lags, 99), 'ms', lags.length),
          figure('memory held for the cluster', memory.heldMB, 'MB'),
          figure('resident memory for the cluster', memory.residentMB, 'MB'),
        ],
        notes: [
          `Nodes and pods are pretended by kwok; API server, etcd and scheduler are real, all on this machine. The engine saw ${memory.nodes} nodes and ${memory.instances} instances.`,
          'Lag is from sending a change of a pod to the API server until the engine hints at it. Bounds: 60/s, 250 ms, 25 MB.',
          ...(ours.fault === null ? [] : [ours.fault]),
          `Load of the machine over the last minute: ${(loadavg()[0] ?? 0).toFixed(1)}.`,
        ],
      }
    } finally {
      pretended.stop()
    }
  } finally {
    await cluster.close()
  }
}

const orderOf = (number: number): InstanceOrder => ({
  name: `svc-kwok-${number}-1`,
  deploymentId: `dep_kwok-${number}`,
  companyId,
  attempt: 1,
  image: testImage,
  registryLogin: null,
  command: null,
  args: null,
  env: {},
  port: null,
  resources: { cpus: null, memoryBytes: null, diskBytes: null },
  gpuType: 'H100',
  nodes: [{ name: 'any', gpus: 1 }],
  job: false,
})

/** How many a second come to run. */
async function makePods(cluster: HubCluster): Promise<number> {
  await cluster.ask('POST', '/api/v1/namespaces', { metadata: { name: namespace } })
  await cluster.ask('POST', `/api/v1/namespaces/${namespace}/serviceaccounts`, { metadata: { name: 'default' } })
  const client = administratorOf(cluster)
  const amounts = { 'nvidia.com/gpu': '1' }
  const container = { name: 'main', image: testImage, resources: { limits: amounts, requests: amounts } }
  const make = async (order: InstanceOrder) => {
    const metadata = { name: order.name, labels: labelsOf(owner, order) }
    const body = { metadata, spec: { automountServiceAccountToken: false, containers: [container] } }
    const path = `/api/v1/namespaces/${namespace}/pods`
    expected(await client.ask({ method: 'POST', path, body, signal: AbortSignal.timeout(60_000) }))
  }
  const orders = Array.from({ length: pods }, (_, i) => orderOf(i))
  const begunMs = performance.now()
  try {
    const running = countRunning(client, `${ownerLabel}=${owner}`, pods)
    await inParallel(orders, connections, make)
    await running
    return pods / ((performance.now() - begunMs) / 1_000)
  } finally {
    client.close()
  }
}

function administratorOf(cluster: HubCluster): ClusterClient {
  const path = cluster.kubeconfigFile('admin')
  return makeClusterClient(() => readKubeconfig(path), path)
}

/** Resolves once so many pods run, or after some minutes, with how many do. */
async function countRunning(client: ClusterClient, labels: string, count: number): Promise<number> {
  const running = new Set<string>()
  const runs = (pod: Fields) =>
    pod.inIfAny('status').textIfAny('phase') === 'Running' ? pod.in('metadata').text('name') : undefined
  const until = AbortSignal.timeout(runWithinMs)
  try {
    for await (const change of listAndWatch(client, { path: '/api/v1/pods', labels }, until, runs)) {
      for (const name of change.kind === 'listed' ? change.items : [change.object]) running.add(name)
      if (running.size >= count) break
    }
  } catch (error) {
    if (!(error instanceof EngineFault)) throw error
  }
  return running.size
}

async function measureMemory(cluster: HubCluster): Promise<EngineMemory> {
  const program = new URL('../engine-memory.process.ts', import.meta.url)
  const child = fork(program, [cluster.kubeconfigFile('hub')], { execArgv: ['--expose-gc'] })
  try {
    return (await nextMessage(child)) as EngineMemory
  } finally {
    child.disconnect()
  }
}

/** From a change of a pod until the engine hints at it. */
async function measureLag(cluster: HubCluster): Promise<number[]> {
  const engine = cluster.engine()
  const client = administratorOf(cluster)
  const watching = new AbortController()
  const sentMs = new Map<string, number>()
  const lags: number[] = []
  const heard = listen(engine, watching.signal, (name) => {
    const sent = sentMs.get(name)
    if (sent === undefined) return
    sentMs.delete(name)
    lags.push(performance.now() - sent)
  })
  try {
    await sleep(warmUpMs) // it lists all pods before it watches them
    const asked: Promise<unknown>[] = []
    for (let i = 0; i < changes; i++) {
      const { name } = orderOf(i)
      sentMs.set(name, performance.now())
      const body = { metadata: { annotations: { changed: 'yes' } } }
      const path = `/api/v1/namespaces/${namespace}/pods/${name}`
      asked.push(client.ask({ method: 'PATCH', path, body, signal: AbortSignal.timeout(30_000) }))
      await sleep(changeEveryMs)
    }
    await Promise.all(asked)
    for (const end = performance.now() + runWithinMs; sentMs.size > 0 && performance.now() < end; ) await sleep(50)
    if (sentMs.size > 0) throw new Error(`The engine has not heard of ${sentMs.size} changes.`)
    return lags
  } finally {
    watching.abort()
    await heard
    client.close()
  }
}

async function listen(engine: Engine, signal: AbortSignal, hear: (name: string) => void): Promise<void> {
  for await (const { name } of engine.watch(signal)) hear(name)
}

async function measureDeployments(cluster: HubCluster): Promise<{ perSecond: number; fault: string | null }> {
  const engine = { kind: 'kubernetes', kubeconfig: cluster.kubeconfigFile('hub') }
  const gpus = [{ type: 'H100', nodes, perNode: 8 }]
  const ground = await layGround([{ ...machineHub, cpuOnly: false, engine, gpus }])
  if (!ground) throw new Error('This machine has no PostgreSQL.')
  const client = administratorOf(cluster)
  try {
    const service = await startCompute(ground)
    try {
      const begunMs = performance.now()
      const counted = countRunning(client, `${ownerLabel},${ownerLabel}!=${owner}`, deployments)
      await inParallel(
        Array.from({ length: deployments }, (_, i) => i),
        connections,
        () => deploy(service),
      )
      const running = await counted
      const perSecond = running / ((performance.now() - begunMs) / 1_000)
      return { perSecond, fault: running < deployments ? `Only ${running} ran. ${await describeLast(service)}` : null }
    } finally {
      await service.stop()
    }
  } finally {
    client.close()
    await ground.remove()
  }
}

async function describeLast({ baseUrl, secret }: MeasuredCompute): Promise<string> {
  const headers = { Authorization: `Bearer ${secret}` }
  const response = await fetch(`${baseUrl}/v1/compute/deployments?limit=1`, { headers })
  return `The last: ${await response.text()}`
}

/** Without a port, which nothing would listen on. */
async function deploy({ baseUrl, secret }: MeasuredCompute): Promise<void> {
  const response = await fetch(`${baseUrl}/v1/compute/deploy`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ gpu_type: 'H100', count: 1, image: testImage, wait_seconds: 0 }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`A deployment is refused: ${response.status} ${text}`)
}

const figure = (name: string, value: number, unit: string, n?: number): Figure => ({
  name,
  value,
  unit,
  ...(n !== undefined && { n }),
})
