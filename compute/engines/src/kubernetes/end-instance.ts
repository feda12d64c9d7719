/** How an instance is ended, and forgotten. */
import { EngineFault, type Instance } from '../engine.ts'
import type { ClusterClient } from './client/client.ts'
import { expected } from './client/watch.ts'
import type { Pod } from './pod.ts'
import type { PodFeed } from './pod-feed.ts'
import type { Pods } from './pods.ts'
import type { PullSecrets } from './pull-secret.ts'

type Deps = {
  client: ClusterClient
  pods: Pods
  feed: PodFeed
  secrets: PullSecrets
  asInstance(pods: readonly Pod[]): Instance
}

const pollEveryMs = 1_000

/**
 * A pod that has run is given a deadline that is over: the kubelet then ends it as in any stop, and keeps its logs, which a
 * deletion loses within a second. One that is on no node yet would not heed it, nor one whose grace is to be another than
 * it was made with: those are deleted, and kept by our finalizer.
 */
export async function stopInstance(
  { pods, feed, asInstance }: Deps,
  name: string,
  graceSeconds: number,
  signal: AbortSignal,
): Promise<Instance | undefined> {
  const heard = feed.listen(name)
  const asked = new Set<string>()
  try {
    for (;;) {
      signal.throwIfAborted()
      const found = await pods.of(name, signal)
      if (found.length === 0) return undefined
      const left = found.filter((pod) => !hasEnded(pod))
      if (left.length === 0) return asInstance(found)
      for (const pod of left) {
        if (pod.isDeleting || asked.has(pod.uid)) continue
        asked.add(pod.uid)
        const byDeadline = pod.state !== 'created' && Math.ceil(graceSeconds) >= pod.graceSeconds
        if (!byDeadline) await pods.delete(pod, Math.ceil(graceSeconds), signal)
        else if (!pod.hasDeadline) await pods.endBy(1, pod, signal)
      }
      await heard.next(pollEveryMs, signal)
    }
  } finally {
    heard.leave()
  }
}

/** Deletes its pods, waits until their nodes say that they have ended, and only then lets them go. */
export async function removeInstance(
  { client, pods, feed, secrets }: Deps,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const heard = feed.listen(name)
  const asked = new Set<string>()
  try {
    for (;;) {
      if (signal.aborted)
        throw new EngineFault('unreachable', 'The node of the instance does not say that it has ended.')
      const found = await pods.of(name, signal)
      const [first] = found
      if (!first) return await secrets.remove(name, undefined, signal)
      for (const pod of found) {
        if (!asked.has(pod.uid)) {
          asked.add(pod.uid)
          await pods.delete(pod, 0, signal)
        }
        if (hasEnded(pod)) await pods.letGo(pod, signal)
      }
      if (first.pods > 1) await removeGroupService(client, first, signal)
      if (first.hasPullSecret) await secrets.remove(name, first.namespace, signal)
      if (found.every(hasEnded)) continue
      await heard.next(pollEveryMs, signal)
    }
  } finally {
    heard.leave()
  }
}

/** No process of it lives, by the word of its kubelet, or because no kubelet ever got it. */
const hasEnded = (pod: Pod): boolean =>
  pod.phase === 'Failed' || pod.phase === 'Succeeded' || (pod.isDeleting && (pod.node === undefined || hasNoImage(pod)))

/** Its kubelet waits before it tries again to get the image, and no container was made. */
const hasNoImage = ({ state, restarts, waiting }: Pod): boolean =>
  state === 'created' && restarts === 0 && /^(?:ErrImage|ImagePullBackOff|InvalidImageName)/.test(waiting?.reason ?? '')

async function removeGroupService(
  client: ClusterClient,
  { namespace, instanceName }: Pod,
  signal: AbortSignal,
): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}/services/${instanceName}`
  const response = await client.ask({ method: 'DELETE', path, signal })
  if (response.status !== 404) expected(response)
}
