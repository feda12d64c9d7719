/**
 * Nodes that do not exist, in a real cluster: kwok reports them ready, and each of their pods running as soon as it is bound. API
 * server, etcd and scheduler are real. The controller manager is held back, or a thousand nodes would have to renew their leases.
 */
import { type ChildProcess, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { TestCluster } from '@service/compute-testing/kubernetes/test-cluster.ts'

const folder = fileURLToPath(new URL('../../../compute/testing/kwok/', import.meta.url))
const label = { key: 'pretended', value: 'true' }
const readyWithinMs = 120_000
const askedAtOnce = 16

const programPath = (): string => spawnSync(join(folder, 'build'), ['--path']).stdout.toString().trim()

/** Undefined where it can be had. */
export const whyNoPretendedNodes = (): string | undefined =>
  existsSync(programPath()) ? undefined : 'kwok is not built: run compute/testing/kwok/build, which takes some minutes'

export type PretendedNodes = { stop(): void }

/** Each has eight H100, and nothing else that is scarce. Real nodes take no more pods. */
export async function pretendNodes(cluster: TestCluster, count: number): Promise<PretendedNodes> {
  const files = mkdtempSync(join(tmpdir(), 'bench-kwok-'))
  cluster.kill('kube-controller-manager', { hold: true })
  await cluster.ask('PATCH', '/api/v1/nodes/node1', { spec: { unschedulable: true } })
  const kwok = startKwok(cluster, files)
  const stop = () => {
    kwok.kill('SIGKILL')
    rmSync(files, { recursive: true, force: true })
  }
  try {
    const names = Array.from({ length: count }, (_, i) => `pretended-${i}`)
    await inParallel(names, askedAtOnce, (name) => makeNode(cluster, name))
    await untilReady(cluster, count)
    return { stop }
  } catch (error) {
    stop()
    throw error
  }
}

function startKwok(cluster: TestCluster, files: string): ChildProcess {
  const kubeconfig = cluster.kubeconfigFor('admin')
  for (const { cluster: server } of kubeconfig.clusters) server.server = 'https://127.0.0.1:6443' // as it is inside
  const path = join(files, 'kubeconfig.json')
  writeFileSync(path, JSON.stringify(kubeconfig), { mode: 0o600 })
  const options = [
    `--kubeconfig=${path}`,
    `--config=${join(folder, 'stages.yaml')}`,
    `--manage-nodes-with-label-selector=${label.key}=${label.value}`,
    '--node-lease-duration-seconds=0',
  ]
  return cluster.spawnInside('sh', ['-c', 'exec "$0" "$@" 2>/dev/null', programPath(), ...options])
}

async function makeNode({ ask }: TestCluster, name: string): Promise<void> {
  const amounts = { cpu: '64', memory: '512Gi', pods: '110', 'ephemeral-storage': '1Ti', 'nvidia.com/gpu': '8' }
  const labels = {
    [label.key]: label.value,
    'kubernetes.io/hostname': name,
    'nvidia.com/gpu.product': 'NVIDIA-H100-80GB-HBM3',
  }
  const made = await ask('POST', '/api/v1/nodes', {
    metadata: { name, labels },
    status: { capacity: amounts, allocatable: amounts },
  })
  if (made.status !== 201) throw new Error(`The node ${name} cannot be made: ${JSON.stringify(made.body)}`)
  // The controller manager would take it away once the node is ready.
  await ask('PATCH', `/api/v1/nodes/${name}`, { spec: { taints: null } })
}

type NodeList = { items: { status: { conditions?: { type: string; status: string }[] } }[] }

async function untilReady({ ask }: TestCluster, count: number): Promise<void> {
  const query = `labelSelector=${label.key}%3D${label.value}`
  for (const end = performance.now() + readyWithinMs; performance.now() < end; await sleep(500)) {
    const { items } = (await ask<NodeList>('GET', `/api/v1/nodes?${query}`)).body
    const ready = items.filter(({ status }) =>
      status.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True'),
    )
    if (ready.length === count) return
  }
  throw new Error('The pretended nodes are not ready.')
}

export async function inParallel<T>(items: readonly T[], width: number, work: (item: T) => Promise<void>) {
  const left = [...items].reverse()
  const worker = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item)
  }
  await Promise.all(Array.from({ length: width }, worker))
}
