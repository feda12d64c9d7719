/** The pods of ours in one cluster: found, ended and let go. */
import { EngineFault } from '../engine.ts'
import type { Fields } from '../fields.ts'
import type { ClusterClient } from './client/client.ts'
import { fieldsOf } from './client/object-fields.ts'
import { expected, listAll } from './client/watch.ts'
import { instanceLabel, keptFinalizer, ownerLabel } from './labels.ts'
import { isKept, type Pod, readPod } from './pod.ts'

export type Pods = {
  /** Those of the instance, in their order; empty where there are none. */
  of(instanceName: string, signal: AbortSignal): Promise<Pod[]>
  all(signal: AbortSignal): Promise<Pod[]>
  /** Whatever has that name, ours or not. */
  named(namespace: string, name: string, signal: AbortSignal): Promise<Fields | undefined>
  endBy(deadlineSeconds: number, pod: Pod, signal: AbortSignal): Promise<void>
  /** It stays until it has ended and is let go. Nothing happens where it has gone, or is another one by now. */
  delete(pod: Pod, graceSeconds: number, signal: AbortSignal): Promise<void>
  letGo(pod: Pod, signal: AbortSignal): Promise<void>
  /** Where an instance is, so that it need not be looked for in the whole cluster. */
  remember(instanceName: string, namespace: string): void
}

/** Beyond it all are looked for again, which costs one list each. */
const maxRemembered = 50_000

export const podPath = ({ namespace, name }: Pick<Pod, 'namespace' | 'name'>): string =>
  `/api/v1/namespaces/${namespace}/pods/${encodeURIComponent(name)}`

export function podsIn(client: ClusterClient, owner: string): Pods {
  const namespaces = new Map<string, string>()
  const ours = `${ownerLabel}=${owner}`

  function remember(instanceName: string, namespace: string): void {
    if (namespaces.size >= maxRemembered) namespaces.clear()
    namespaces.set(instanceName, namespace)
  }

  async function list(path: string, labels: string, signal: AbortSignal): Promise<Pod[]> {
    const { items } = await listAll(client, { path, labels }, signal, (item) => readPod(owner, item))
    return items.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
  }

  return {
    remember,

    async of(instanceName, signal) {
      const labels = `${ours},${instanceLabel}=${instanceName}`
      const known = namespaces.get(instanceName)
      const path = known === undefined ? '/api/v1/pods' : `/api/v1/namespaces/${known}/pods`
      const found = await list(path, labels, signal)
      if (found[0]) remember(instanceName, found[0].namespace)
      else namespaces.delete(instanceName)
      return found
    },

    all: (signal) => list('/api/v1/pods', ours, signal),

    async named(namespace, name, signal) {
      const response = await client.ask({ method: 'GET', path: podPath({ namespace, name }), signal })
      return response.status === 404 ? undefined : fieldsOf(expected(response))
    },

    async endBy(deadlineSeconds, pod, signal) {
      const body = { metadata: { uid: pod.uid }, spec: { activeDeadlineSeconds: deadlineSeconds } }
      const response = await client.ask({ method: 'PATCH', path: podPath(pod), body, signal })
      if (response.status !== 404 && response.status !== 409) expected(response)
    },

    async delete(pod, graceSeconds, signal) {
      const body = {
        apiVersion: 'v1',
        kind: 'DeleteOptions',
        gracePeriodSeconds: graceSeconds,
        preconditions: { uid: pod.uid },
      }
      const response = await client.ask({ method: 'DELETE', path: podPath(pod), body, signal })
      if (response.status !== 404 && response.status !== 409) expected(response)
    },

    async letGo(pod, signal) {
      if (!isKept(pod)) return
      const finalizers = pod.finalizers.filter((name) => name !== keptFinalizer)
      const body = { metadata: { uid: pod.uid, finalizers } }
      const response = await client.ask({ method: 'PATCH', path: podPath(pod), body, signal })
      if (response.status !== 404 && response.status !== 409) expected(response)
    },
  }
}

export const missing = (): EngineFault => new EngineFault('not-found', 'The instance was not found at the hub.')
