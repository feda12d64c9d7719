/**
 * The secret that the kubelets fetch a private image with: one for each instance, under its name, in the namespace of its
 * company. It is made before the pods and goes with them, or at once where no pod could be made. Where a process ends between
 * the secret and the first pod, and the order is not given again, it stays until the namespace goes: without a pod nothing
 * says where it is, and the role of the service may not list secrets.
 */
import { EngineFault, type InstanceOrder, type OrderedLogin } from '../engine.ts'
import type { ImageReference } from '../image-reference.ts'
import type { ClusterClient } from './client/client.ts'
import { expected } from './client/watch.ts'
import { orderRefusal } from './faults.ts'
import { fieldManager, labelsOf } from './labels.ts'

/** Beyond it they are found by their pods alone. */
const maxRemembered = 50_000

export type PullSecrets = {
  /** Where the order has a login. False where the namespace is not there. */
  make(order: InstanceOrder, image: ImageReference, namespace: string, signal: AbortSignal): Promise<boolean>
  /** In the namespace that it was made in by this process, or else in that of the instance's pods. */
  remove(name: string, namespaceOfPods: string | undefined, signal: AbortSignal): Promise<void>
}

export function pullSecretsIn(client: ClusterClient, owner: string): PullSecrets {
  const namespaces = new Map<string, string>()
  return {
    async make(order, image, namespace, signal) {
      if (!order.registryLogin) return true
      if (namespaces.size >= maxRemembered) namespaces.clear()
      namespaces.set(order.name, namespace)
      return makePullSecret(client, order, order.registryLogin, image, { owner, namespace }, signal)
    },
    async remove(name, namespaceOfPods, signal) {
      const namespace = namespaces.get(name) ?? namespaceOfPods
      if (namespace === undefined) return
      const response = await client.ask({ method: 'DELETE', path: pathOf(namespace, name), signal })
      if (response.status !== 404) expected(response)
      namespaces.delete(name)
    },
  }
}

type At = { owner: string; namespace: string }

async function makePullSecret(
  client: ClusterClient,
  order: InstanceOrder,
  { username, password }: OrderedLogin,
  { registry }: ImageReference,
  { owner, namespace }: At,
  signal: AbortSignal,
): Promise<boolean> {
  const { name } = order
  const auth = Buffer.from(`${username}:${password}`).toString('base64')
  const host = registry === 'docker.io' ? 'https://index.docker.io/v1/' : registry
  const config = JSON.stringify({ auths: { [host]: { username, password, auth } } })
  const response = await client.ask({
    method: 'PATCH',
    path: pathOf(namespace, name),
    query: { fieldManager, force: 'true' },
    contentType: 'application/apply-patch+yaml',
    body: {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name, labels: labelsOf(owner, order) },
      type: 'kubernetes.io/dockerconfigjson',
      data: { '.dockerconfigjson': Buffer.from(config).toString('base64') },
    },
    signal,
  })
  if (response.status === 403) {
    const message =
      'The hub cannot be given logins for registries: its operator has to let the service make secrets there.'
    throw new EngineFault('start-refused', message)
  }
  if (response.status === 404) return false
  if (response.status >= 400) throw orderRefusal(response)
  return true
}

const pathOf = (namespace: string, name: string): string => `/api/v1/namespaces/${namespace}/secrets/${name}`
