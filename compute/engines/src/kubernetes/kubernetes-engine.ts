/**
 * A Kubernetes cluster as a hub. One bare pod is one instance (one for each node, where an order has several), named after
 * it, in a namespace of its company: no controller of the cluster starts a second while the first may live, for the
 * control plane already is that controller. `docs/engines.md` tells what an operator needs.
 */
import type { HubNode } from '@service/compute-domain/hubs/model/hub.ts'
import { noResources, type Resources, shareOf } from '@service/compute-domain/resources/model/resources.ts'
import { type Engine, EngineFault, type Instance, type InstanceOrder } from '../engine.ts'
import { type ClusterClient, makeClusterClient, silence } from './client/client.ts'
import type { ClusterAccess } from './client/kubeconfig.ts'
import { fieldsOf } from './client/object-fields.ts'
import { portForward } from './client/port-forward.ts'
import { expected } from './client/watch.ts'
import { type GpuNaming, hubNodes, labelsOfType, readNodes } from './cluster-nodes.ts'
import { removeInstance, stopInstance } from './end-instance.ts'
import { followInstance } from './follow-pod.ts'
import { namespacesOn } from './namespaces.ts'
import { checkPermissions } from './permissions.ts'
import { instanceOf, type Pod } from './pod.ts'
import type { PodGpus } from './pod-body.ts'
import { PodFeed } from './pod-feed.ts'
import { missing, podsIn } from './pods.ts'
import { pullSecretsIn } from './pull-secret.ts'
import { addressBy, type Reach } from './reach.ts'
import { type RunDeps, runInstance } from './run-instance.ts'

export type KubernetesEngineOptions = {
  hubId: string
  readAccess: () => ClusterAccess
  /** Of the kubeconfig, which is read again when it changes. */
  accessPath: string | undefined
  /** Whose pods these are, should several control planes share a cluster. It must never change. */
  owner: string
  nodes: readonly HubNode[]
  /** No GPUs are asked for. */
  cpuOnly: boolean
  checkRegistry: (registry: string) => Promise<void>
  gpus?: Partial<GpuNaming>
  /** For each GPU that an instance has; null, as usual, is no limit. */
  limitsPerGpu?: Partial<Resources>
  quota?: Readonly<Record<string, string>> | null
  reach?: Reach
  tolerations?: readonly object[]
  nodeSelector?: Readonly<Record<string, string>>
  runtimeClass?: string | undefined
  priorityClass?: string | undefined
  queue?: string | undefined
  /** What an instance is given to end; it cannot be changed later. */
  stopGraceSeconds?: number
  scheduleWithinMs?: number
}

const nodesKeptMs = 30_000
const permissionsKeptMs = 600_000
const probeMs = 4_000
/** The oldest minor version of Kubernetes 1 whose server-side apply, PodSecurity and bookmarks are all stable. */
const minMinor = 25

export function kubernetesEngine(options: KubernetesEngineOptions): Engine {
  const { owner, cpuOnly, hubId, reach = { kind: 'port-forward' }, stopGraceSeconds = 10 } = options
  const { scheduleWithinMs = 10_000, limitsPerGpu = {}, quota = null } = options
  const naming: GpuNaming = { resource: 'nvidia.com/gpu', label: 'nvidia.com/gpu.product', values: {}, ...options.gpus }
  const client = makeClusterClient(options.readAccess, options.accessPath)
  const gatewayNamespace = reach.kind === 'pod' ? reach.gatewayNamespace : null
  const pods = podsIn(client, owner)
  const feed = new PodFeed(client, owner)
  const asInstance = (found: readonly Pod[]): Instance => instanceOf(found, addressBy(reach, hubId))
  const secrets = pullSecretsIn(client, owner)
  const ending = { client, pods, feed, secrets, asInstance }
  const nodes = kept(nodesKeptMs, (signal) => readNodes(client, owner, naming, signal))
  const permissions = kept(permissionsKeptMs, (signal) => checkPermissions(client, signal))

  async function gpusFor(order: { gpuType: string }, count: number, signal: AbortSignal): Promise<PodGpus | null> {
    if (cpuOnly) return null
    const { resource, label } = naming
    if (label === '') return { resource, count, label, labelValues: null }
    const labelValues = labelsOfType(await nodes(signal), order.gpuType)
    if (labelValues.length === 0) {
      throw new EngineFault('no-room', `No node of the hub has a GPU of the type ${order.gpuType}.`)
    }
    return { resource, count, label, labelValues }
  }

  const running: RunDeps = {
    ...{ client, owner, pods, feed, secrets, asInstance, gpusFor, scheduleWithinMs },
    namespaces: namespacesOn(client, { owner, quota, gatewayNamespace }),
    checkRegistry: options.checkRegistry,
    remove: (name, signal) => removeInstance(ending, name, signal),
    planFor: (order, gpuCount) => ({
      limits: shareOf(order.resources, { ...noResources, ...limitsPerGpu }, { gpus: gpuCount, count: gpusOf(order) }),
      graceSeconds: stopGraceSeconds,
      tolerations: options.tolerations ?? [],
      nodeSelector: options.nodeSelector ?? {},
      runtimeClass: options.runtimeClass,
      priorityClass: options.priorityClass,
      queue: options.queue,
    }),
  }

  async function found(name: string, signal: AbortSignal): Promise<readonly Pod[]> {
    const pods = await running.pods.of(name, signal)
    if (pods.length === 0) throw missing()
    return pods
  }

  return {
    kind: 'kubernetes',

    probe: (signal) =>
      asEngine(async () => {
        const version = await versionOf(client, signal)
        await permissions(signal)
        return {
          version: `Kubernetes ${version}`,
          nodes: cpuOnly ? options.nodes : hubNodes(await nodes(signal)),
          cpuOnly,
        }
      }),

    identify: (signal) =>
      asEngine(async () => {
        const response = await client.ask({ method: 'GET', path: '/api/v1/namespaces/kube-system', signal })
        return fieldsOf(expected(response)).in('metadata').text('uid')
      }),

    apply: (order, signal, onProgress) => asEngine(() => runInstance(running, order, signal, onProgress)),

    inspect: (name, signal) =>
      asEngine(async () => {
        const found = await pods.of(name, signal)
        return found.length === 0 ? undefined : asInstance(found)
      }),

    list: (signal) =>
      asEngine(async () => {
        const byInstance = Map.groupBy(await pods.all(signal), ({ instanceName }) => instanceName)
        for (const [name, [first]] of byInstance) if (first) pods.remember(name, first.namespace)
        return [...byInstance.values()].map(asInstance)
      }),

    stop: (name, graceSeconds, signal) => asEngine(() => stopInstance(ending, name, graceSeconds, signal)),
    remove: (name, signal) => asEngine(() => removeInstance(ending, name, signal)),
    logs: (name, wanted, signal) => followInstance({ client, pods }, name, wanted, signal),

    // What metrics.k8s.io would say is a rate, and not what has been used since the start.
    usage: (name, signal) =>
      asEngine(async () => {
        await found(name, signal)
        return undefined
      }),

    async *watch(signal) {
      try {
        yield* feed.hints(signal)
      } catch {
        // The cluster has gone away. It is only hints that are missed.
      }
    },

    connect: ({ host, port }, signal) =>
      asEngine(async () => {
        const [pod = '', namespace = ''] = host.split('.')
        return portForward(client, { pod, namespace, port }, signal)
      }),

    async close() {
      feed.close()
      client.close()
    },
  }
}

async function versionOf(client: ClusterClient, signal: AbortSignal): Promise<string> {
  const response = await client.ask({ method: 'GET', path: '/version', signal, limitMs: probeMs })
  const version = fieldsOf(expected(response))
  const minor = Number.parseInt(version.text('minor'), 10)
  const text = version.text('gitVersion').replace(/^v/, '')
  if (version.text('major') !== '1' || !(minor >= minMinor)) {
    throw new EngineFault('unreachable', `The cluster is Kubernetes ${text}. 1.${minMinor} or newer is needed.`)
  }
  return text
}

/** The last result, asked for again when it is older than that; one that failed is not kept. */
function kept<T>(keptMs: number, get: (signal: AbortSignal) => Promise<T>): (signal: AbortSignal) => Promise<T> {
  let last: { atMs: number; value: T } | undefined
  return async (signal) => {
    if (last && performance.now() - last.atMs < keptMs) return last.value
    const value = await get(signal)
    last = { atMs: performance.now(), value }
    return value
  }
}

const gpusOf = ({ nodes }: InstanceOrder): number => nodes.reduce((sum, { gpus }) => sum + gpus, 0)

async function asEngine<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw silence(error)
  }
}
