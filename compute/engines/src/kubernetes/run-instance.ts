/**
 * From an order to pods that run. They are looked for, or met by their names when they are made; each of these steps may
 * be the last that a crash lets happen, and the next call goes on from there. What cannot run is taken away again: nobody
 * may find it running later.
 */
import { type Engine, EngineFault, type Instance, type InstanceOrder } from '../engine.ts'
import { parseImageReference } from '../image-reference.ts'
import type { ClusterClient } from './client/client.ts'
import { fieldsOf } from './client/object-fields.ts'
import { orderRefusal, podFault, startFault, unschedulable, waitingFault } from './faults.ts'
import { fieldManager, instanceLabel, labelsOf, namespaceOf, ownerLabel, podNamesOf } from './labels.ts'
import type { Namespaces } from './namespaces.ts'
import { type Pod, readPod } from './pod.ts'
import { type PodGpus, type PodPlan, podBody } from './pod-body.ts'
import type { PodFeed } from './pod-feed.ts'
import type { Pods } from './pods.ts'
import type { PullSecrets } from './pull-secret.ts'

type Progress = Parameters<Engine['apply']>[2]

export type RunDeps = {
  client: ClusterClient
  owner: string
  pods: Pods
  feed: PodFeed
  namespaces: Namespaces
  secrets: PullSecrets
  checkRegistry: (registry: string) => Promise<void>
  /** Null at a hub without GPUs. Throws `no-room` where the cluster has none of the type. */
  gpusFor(order: InstanceOrder, gpus: number, signal: AbortSignal): Promise<PodGpus | null>
  planFor(
    order: InstanceOrder,
    gpus: number,
  ): Omit<PodPlan, 'owner' | 'order' | 'image' | 'index' | 'name' | 'namespace' | 'gpus'>
  asInstance(pods: readonly Pod[]): Instance
  remove(instanceName: string, signal: AbortSignal): Promise<void>
  /** How long the scheduler may find no node, for one that is just being added, say. */
  scheduleWithinMs: number
}

const pollEveryMs = 1_000
const dropSecretMs = 10_000

export async function runInstance(
  deps: RunDeps,
  order: InstanceOrder,
  signal: AbortSignal,
  onProgress: Progress,
): Promise<Instance> {
  const image = parseImageReference(order.image)
  const heard = deps.feed.listen(order.name)
  const patience = new Patience(deps.scheduleWithinMs)
  // They can be nowhere else: to look through a large cluster for each order would be most of the work.
  deps.pods.remember(order.name, namespaceOf(deps.owner, order.companyId))
  try {
    let found = await podsOf(deps, order, signal)
    if (found.length < order.nodes.length && !found.some(({ state }) => state === 'exited')) {
      if (image.registry !== 'localhost') await deps.checkRegistry(image.registry)
      try {
        found = await createMissing(deps, order, { found, image }, signal)
      } catch (error) {
        await dropSecret(deps, order, error)
        throw error
      }
    }
    let isPulling = false
    for (;;) {
      signal.throwIfAborted()
      if (found.length === 0) throw new EngineFault('start-refused', 'The container was removed while it was started.')
      const instance = deps.asInstance(found)
      if (instance.state === 'running') onProgress?.('starting')
      const fault = patience.faultOf(found)
      if (fault) {
        await deps.remove(order.name, signal)
        throw fault
      }
      if (instance.state !== 'created') return instance
      if (!isPulling && found.every(({ node }) => node !== undefined)) {
        isPulling = true
        onProgress?.('pulling')
      }
      await heard.next(pollEveryMs, signal)
      found = await podsOf(deps, order, signal)
    }
  } finally {
    heard.leave()
  }
}

const isOf = (order: InstanceOrder, pod: Pod): boolean =>
  pod.instanceName === order.name &&
  pod.deploymentId === order.deploymentId &&
  pod.attempt === order.attempt &&
  pod.companyId === order.companyId

/** The pods of this very order: one that only has its name does not make it run. */
const podsOf = async ({ pods }: RunDeps, order: InstanceOrder, signal: AbortSignal): Promise<Pod[]> =>
  (await pods.of(order.name, signal)).filter((pod) => isOf(order, pod))

/** Not after silence: a pod may have been made that needs it. */
async function dropSecret({ pods, secrets }: RunDeps, order: InstanceOrder, error: unknown): Promise<void> {
  if (!order.registryLogin || !(error instanceof EngineFault) || error.code === 'unreachable') return
  const signal = AbortSignal.timeout(dropSecretMs)
  try {
    if ((await pods.of(order.name, signal)).length === 0) await secrets.remove(order.name, undefined, signal)
  } catch {
    // The caller gets the fault of the order, and removes what is left of it.
  }
}

async function createMissing(
  deps: RunDeps,
  order: InstanceOrder,
  { found, image }: { found: readonly Pod[]; image: PodPlan['image'] },
  signal: AbortSignal,
): Promise<Pod[]> {
  const { client, owner, namespaces, pods, secrets } = deps
  const there = new Map(found.map((pod) => [pod.name, pod]))
  let namespace = await namespaces.ensure(order.companyId, signal)
  pods.remember(order.name, namespace)
  const makeNamespaceAgain = async () => {
    namespaces.forget(order.companyId)
    namespace = await namespaces.ensure(order.companyId, signal)
  }
  const makeSecret = () => secrets.make(order, image, namespace, signal)
  if (!(await makeSecret())) {
    await makeNamespaceAgain()
    await makeSecret()
  }
  const made: Pod[] = []
  for (const [index, name] of podNamesOf(order).entries()) {
    const before = there.get(name)
    if (before) {
      made.push(before)
      continue
    }
    const gpuCount = order.nodes[index]?.gpus ?? 0
    const gpus = await deps.gpusFor(order, gpuCount, signal)
    const create = () => {
      const plan = { ...deps.planFor(order, gpuCount), owner, order, image, index, name, namespace, gpus }
      return client.ask({ method: 'POST', path: `/api/v1/namespaces/${namespace}/pods`, body: podBody(plan), signal })
    }
    if (index === 0 && order.nodes.length > 1) await makeGroupService(deps, order, namespace, signal)
    let response = await create()
    if (response.status === 404) {
      await makeNamespaceAgain()
      await makeSecret()
      response = await create()
    }
    made.push(response.status === 409 ? await met(deps, order, { namespace, name }, signal) : asPod(owner, response))
  }
  return made
}

/** Who made a pod of the name before us: we did, for this very order, or somebody else. */
async function met(
  { pods, owner }: RunDeps,
  order: InstanceOrder,
  { namespace, name }: { namespace: string; name: string },
  signal: AbortSignal,
): Promise<Pod> {
  const object = await pods.named(namespace, name, signal)
  const pod = object && readPod(owner, object)
  if (pod && isOf(order, pod)) return pod
  throw new EngineFault('start-refused', 'The name of the pod is used by another application.')
}

function asPod(owner: string, response: Awaited<ReturnType<ClusterClient['ask']>>): Pod {
  if (response.status >= 400) throw orderRefusal(response)
  const pod = readPod(owner, fieldsOf(response.body))
  if (!pod) {
    throw new EngineFault('start-refused', 'A rule of the hub alters the container so that it is no longer recognised.')
  }
  return pod
}

/** By which the pods of a group find each other by name, before they are ready. */
async function makeGroupService(
  { client, owner }: RunDeps,
  order: InstanceOrder,
  namespace: string,
  signal: AbortSignal,
): Promise<void> {
  const { name } = order
  const response = await client.ask({
    method: 'PATCH',
    path: `/api/v1/namespaces/${namespace}/services/${name}`,
    query: { fieldManager, force: 'true' },
    contentType: 'application/apply-patch+yaml',
    body: {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name, labels: labelsOf(owner, order) },
      spec: {
        clusterIP: 'None',
        publishNotReadyAddresses: true,
        selector: { [ownerLabel]: owner, [instanceLabel]: name },
      },
    },
    signal,
  })
  if (response.status >= 400) throw orderRefusal(response)
}

/** What is a fault only once it has lasted. */
class Patience {
  readonly #scheduleWithinMs: number
  readonly #unscheduledSinceMs = new Map<string, number>()

  constructor(scheduleWithinMs: number) {
    this.#scheduleWithinMs = scheduleWithinMs
  }

  faultOf(pods: readonly Pod[]): EngineFault | undefined {
    return pods.map((pod) => this.#faultOf(pod)).find((fault) => fault !== undefined)
  }

  #faultOf(pod: Pod): EngineFault | undefined {
    if (pod.state === 'exited') {
      if (pod.terminatedReason === 'StartError') return startFault(pod.terminatedMessage ?? '')
      return pod.startedAt === null || pod.exitCode === null ? podFault(pod.reason, pod.message) : undefined
    }
    if (pod.state !== 'created') return undefined
    if (pod.terminatedReason === 'StartError') return startFault(pod.terminatedMessage ?? '')
    if (pod.unschedulable !== undefined) {
      const sinceMs = this.#unscheduledSinceMs.get(pod.name) ?? performance.now()
      this.#unscheduledSinceMs.set(pod.name, sinceMs)
      if (performance.now() - sinceMs >= this.#scheduleWithinMs) return unschedulable(pod.unschedulable)
      return undefined
    }
    return pod.waiting && waitingFault(pod.waiting.reason, pod.waiting.message)
  }
}
