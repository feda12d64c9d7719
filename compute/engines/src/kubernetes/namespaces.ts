/**
 * A namespace for each company, made when its first pod is: what its pods may be (`baseline` of PodSecurity), an account
 * that may do nothing, who may reach whom, and how much there may be.
 */
import { EngineFault } from '../engine.ts'
import type { ClusterClient } from './client/client.ts'
import { fieldsOf } from './client/object-fields.ts'
import { expected } from './client/watch.ts'
import { orderRefusal } from './faults.ts'
import { companyLabel, fieldManager, namespaceOf, ownerLabel } from './labels.ts'

export const serviceAccountName = 'service-workload'

export type NamespaceOptions = {
  owner: string
  /** Of `ResourceQuota`, for each company; null is none. */
  quota: Readonly<Record<string, string>> | null
  /** The gateway reaches pods by their addresses, from that namespace of the same cluster. */
  gatewayNamespace: string | null
}

export type Namespaces = {
  /** The namespace of the company, which is there by then. */
  ensure(companyId: string, signal: AbortSignal): Promise<string>
  /** It was not there after all. */
  forget(companyId: string): void
}

export function namespacesOn(client: ClusterClient, options: NamespaceOptions): Namespaces {
  const ready = new Map<string, Promise<string>>()

  async function make(companyId: string, signal: AbortSignal): Promise<string> {
    const name = namespaceOf(options.owner, companyId)
    const found = await client.ask({ method: 'GET', path: `/api/v1/namespaces/${name}`, signal })
    if (found.status === 200) {
      const metadata = fieldsOf(found.body).in('metadata')
      if (metadata.inIfAny('labels').textIfAny(ownerLabel) !== options.owner) {
        throw new EngineFault(
          'start-refused',
          'The namespace of the company at the hub belongs to another application.',
        )
      }
      if (metadata.has('deletionTimestamp')) {
        throw new EngineFault('no-room', 'The namespace of the company at the hub is being deleted.')
      }
    } else if (found.status !== 404) expected(found)
    for (const { path, body } of namespaceObjects(name, companyId, options)) {
      const response = await client.ask({
        method: 'PATCH',
        path,
        query: { fieldManager, force: 'true' },
        contentType: 'application/apply-patch+yaml',
        body,
        signal,
      })
      if (response.status >= 400) throw orderRefusal(response)
    }
    return name
  }

  return {
    ensure(companyId, signal) {
      const making = ready.get(companyId) ?? make(companyId, signal)
      ready.set(companyId, making)
      making.catch(() => ready.delete(companyId))
      return making
    },
    forget: (companyId) => void ready.delete(companyId),
  }
}

/** Where a cloud hands out the machine's own credentials. */
const metadataServices = { v4: ['169.254.169.254/32', '169.254.170.2/32'], v6: ['fd00:ec2::254/128'] }

/** In the order in which they have to be made. */
export function namespaceObjects(
  name: string,
  companyId: string,
  { owner, quota, gatewayNamespace }: NamespaceOptions,
): { path: string; body: object }[] {
  const labels = { [ownerLabel]: owner, [companyLabel]: companyId }
  const at = `/api/v1/namespaces/${name}`
  return [
    {
      path: at,
      body: {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: {
          name,
          labels: {
            ...labels,
            'pod-security.kubernetes.io/enforce': 'baseline',
            'pod-security.kubernetes.io/warn': 'restricted',
          },
        },
      },
    },
    {
      path: `${at}/serviceaccounts/${serviceAccountName}`,
      body: {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { name: serviceAccountName, labels },
        automountServiceAccountToken: false,
      },
    },
    {
      path: `/apis/networking.k8s.io/v1/namespaces/${name}/networkpolicies/service-company`,
      body: {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'NetworkPolicy',
        metadata: { name: 'service-company', labels },
        spec: {
          podSelector: {},
          policyTypes: ['Ingress', 'Egress'],
          ingress: [{ from: [{ podSelector: {} }, ...(gatewayNamespace === null ? [] : [podsOf(gatewayNamespace)])] }],
          egress: [
            { to: [{ podSelector: {} }, { namespaceSelector: named('kube-system') }] },
            { to: [outside('0.0.0.0/0', metadataServices.v4), outside('::/0', metadataServices.v6)] },
          ],
        },
      },
    },
    ...(quota === null
      ? []
      : [
          {
            path: `${at}/resourcequotas/service-company`,
            body: {
              apiVersion: 'v1',
              kind: 'ResourceQuota',
              metadata: { name: 'service-company', labels },
              spec: { hard: quota },
            },
          },
        ]),
  ]
}

const named = (namespace: string): object => ({ matchLabels: { 'kubernetes.io/metadata.name': namespace } })
const podsOf = (namespace: string): object => ({ namespaceSelector: named(namespace) })
const outside = (cidr: string, except: readonly string[]): object => ({ ipBlock: { cidr, except } })
