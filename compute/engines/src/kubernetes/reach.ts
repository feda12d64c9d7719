/** How the gateway gets from where it is to a port of a pod. */
import type { Instance } from '../engine.ts'
import type { Pod } from './pod.ts'

export type Reach =
  /** Through the API server: it needs nothing but the kubeconfig. */
  | { kind: 'port-forward' }
  /** By the pod's address, from inside of the cluster's network. */
  | { kind: 'pod'; gatewayNamespace: string | null }
  /** By an address that the operator has made: `{pod}`, `{namespace}`, `{port}` and `{deployment}` are put in. */
  | { kind: 'address'; template: string }

export function addressBy(reach: Reach, hubId: string): (pod: Pod) => Instance['address'] {
  return (pod) => {
    const { port } = pod
    if (port === null) return null
    switch (reach.kind) {
      case 'port-forward':
        return { host: `${pod.name}.${pod.namespace}`, port, through: hubId }
      case 'pod':
        return pod.ip === undefined ? null : { host: pod.ip, port }
      case 'address':
        return addressIn(reach.template, pod, port)
    }
  }
}

function addressIn(template: string, { name, namespace, deploymentId }: Pod, port: number): Instance['address'] {
  const filled = template
    .replaceAll('{pod}', name)
    .replaceAll('{namespace}', namespace)
    .replaceAll('{deployment}', deploymentId.replaceAll('_', '-'))
    .replaceAll('{port}', String(port))
  const [, host, filledPort] = /^(.+):(\d{1,5})$/.exec(filled) ?? []
  return host === undefined ? null : { host, port: Number(filledPort) }
}

/** A fault of the template, for the operator. */
export function templateFault(template: string): string | undefined {
  if (!/^[a-z0-9.{}-]+:(?:\d{1,5}|\{port\})$/i.test(template))
    return 'must be host:port, as {pod}.{namespace}.example.net:{port}'
  return template.includes('{pod}') || template.includes('{deployment}') ? undefined : 'must name {pod} or {deployment}'
}
