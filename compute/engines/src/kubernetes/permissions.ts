/**
 * Whether the role of the service at the cluster is enough, asked of the cluster itself: a role that is too small is named
 * before anything is placed, by the verb that is missing. docs/production/kubernetes-hub.yaml is the role that is.
 */
import { EngineFault } from '../engine.ts'
import type { ClusterClient } from './client/client.ts'
import { fieldsOf } from './client/object-fields.ts'
import { expected } from './client/watch.ts'

type Permission = { verb: string; resource: string; group?: string; subresource?: string }

const each = (verbs: string, of: Omit<Permission, 'verb'>): Permission[] =>
  verbs.split(' ').map((verb) => ({ verb, ...of }))

export const neededPermissions: readonly Permission[] = [
  ...each('get list watch create patch delete', { resource: 'pods' }),
  ...each('get', { resource: 'pods', subresource: 'log' }),
  ...each('get create', { resource: 'pods', subresource: 'portforward' }),
  ...each('list', { resource: 'nodes' }),
  ...each('get create patch', { resource: 'namespaces' }),
  ...each('create patch', { resource: 'serviceaccounts' }),
  ...each('create patch', { resource: 'resourcequotas' }),
  ...each('create patch delete', { resource: 'services' }),
  ...each('create patch', { resource: 'networkpolicies', group: 'networking.k8s.io' }),
]

const nameOf = ({ verb, resource, subresource }: Permission): string =>
  `${verb} ${resource}${subresource ? `/${subresource}` : ''}`

/** Throws `unreachable`, which says what is missing. */
export async function checkPermissions(client: ClusterClient, signal: AbortSignal): Promise<void> {
  const allowed = await Promise.all(neededPermissions.map((permission) => isAllowed(client, permission, signal)))
  const lacking = neededPermissions.filter((_, index) => !allowed[index]).map(nameOf)
  if (lacking.length === 0) return
  const shown = lacking.length === neededPermissions.length ? 'everything that it needs' : lacking.join(', ')
  throw new EngineFault('unreachable', `The role of the service at the cluster lacks: ${shown}.`)
}

async function isAllowed(client: ClusterClient, permission: Permission, signal: AbortSignal): Promise<boolean> {
  const { verb, resource, group = '', subresource } = permission
  const attributes = { verb, resource, group, ...(subresource && { subresource }) }
  const body = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: attributes },
  }
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
  const response = await client.ask({ method: 'POST', path, body, signal })
  return fieldsOf(expected(response)).in('status').isTrue('allowed')
}
