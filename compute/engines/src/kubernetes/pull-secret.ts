/**
 * The secret that the kubelets fetch a private image with: one for each instance, under its name, in the namespace of its
 * company. It is made before the pods and goes with them, so that a login that was changed is left behind nowhere.
 */
import { EngineFault, type InstanceOrder } from '../engine.ts'
import type { ImageReference } from '../image-reference.ts'
import type { ClusterClient } from './client/client.ts'
import { expected } from './client/watch.ts'
import { orderRefusal } from './faults.ts'
import { fieldManager, labelsOf } from './labels.ts'

type At = { owner: string; namespace: string }

export async function makePullSecret(
  client: ClusterClient,
  order: InstanceOrder,
  { registry }: ImageReference,
  { owner, namespace }: At,
  signal: AbortSignal,
): Promise<void> {
  const { name, registryLogin } = order
  if (!registryLogin) return
  const { username, password } = registryLogin
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
  if (response.status >= 400) throw orderRefusal(response)
}

export async function removePullSecret(
  client: ClusterClient,
  { namespace, name }: { namespace: string; name: string },
  signal: AbortSignal,
): Promise<void> {
  const response = await client.ask({ method: 'DELETE', path: pathOf(namespace, name), signal })
  if (response.status !== 404) expected(response)
}

const pathOf = (namespace: string, name: string): string => `/api/v1/namespaces/${namespace}/secrets/${name}`
