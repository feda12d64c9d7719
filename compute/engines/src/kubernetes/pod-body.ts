/** The body of `POST …/pods` for one pod of an instance. */
import type { Resources } from '@service/compute-domain/resources/model/resources.ts'
import type { InstanceOrder } from '../engine.ts'
import type { ImageReference } from '../image-reference.ts'
import { keptFinalizer, labelsOf } from './labels.ts'
import { serviceAccountName } from './namespaces.ts'

export type PodPlan = {
  owner: string
  order: InstanceOrder
  image: ImageReference
  /** Which of the pods of the instance, from 0. */
  index: number
  name: string
  namespace: string
  gpus: PodGpus | null
  limits: Resources
  graceSeconds: number
  tolerations: readonly object[]
  nodeSelector: Readonly<Record<string, string>>
  runtimeClass: string | undefined
  priorityClass: string | undefined
  /** Of Kueue. */
  queue: string | undefined
}

/** `labelValues`: what the nodes that have the type say of it; null where nodes are not distinguished by it. */
export type PodGpus = { resource: string; count: number; label: string; labelValues: readonly string[] | null }

/** What images take that start as root and step down; as under Docker (docs/engines.md). */
const capabilities = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'NET_BIND_SERVICE', 'SETGID', 'SETUID']

export function podBody(plan: PodPlan): object {
  const { owner, order, image, index, name, namespace, gpus, graceSeconds, nodeSelector, queue } = plan
  const isGroup = order.nodes.length > 1
  const amounts = amountsOf(plan)
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace,
      labels: { ...labelsOf(owner, order), ...(queue !== undefined && { 'kueue.x-k8s.io/queue-name': queue }) },
      finalizers: [keptFinalizer],
    },
    spec: {
      restartPolicy: order.job ? 'Never' : 'Always',
      terminationGracePeriodSeconds: graceSeconds,
      serviceAccountName,
      automountServiceAccountToken: false,
      ...(order.registryLogin && { imagePullSecrets: [{ name: order.name }] }),
      enableServiceLinks: false,
      ...(isGroup && { hostname: name, subdomain: order.name }),
      ...(plan.runtimeClass !== undefined && { runtimeClassName: plan.runtimeClass }),
      ...(plan.priorityClass !== undefined && { priorityClassName: plan.priorityClass }),
      ...(Object.keys(nodeSelector).length > 0 && { nodeSelector }),
      ...(gpus && gpus.labelValues !== null && { affinity: affinityTo(gpus.label, gpus.labelValues) }),
      tolerations: [...(gpus ? [{ key: gpus.resource, operator: 'Exists' }] : []), ...plan.tolerations],
      securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          name: 'main',
          image: image.full,
          // What is only there under this name was put there by the operator, and is nowhere to be fetched.
          // Of all others the registry is asked, for kubelets before 1.35 give what one company fetched with a login to any
          // that names it. Layers that the node has are not fetched again.
          imagePullPolicy: image.registry === 'localhost' ? 'Never' : 'Always',
          ...wordsOf(order),
          env: [...Object.entries(order.env), ...(isGroup ? groupVariables(plan, index) : [])].map(([name, value]) => ({
            name,
            value: literal(value),
          })),
          ...(order.port !== null && { ports: [{ containerPort: order.port, protocol: 'TCP' }] }),
          resources: { limits: amounts, requests: amounts },
          securityContext: {
            allowPrivilegeEscalation: false,
            privileged: false,
            capabilities: { drop: ['ALL'], add: capabilities },
          },
        },
      ],
    },
  }
}

/** A command alone is as Docker's: it leaves the entry point of the image as it is. With arguments it takes its place. */
function wordsOf({ command, args }: InstanceOrder): object {
  if (args === null) return command ? { args: command.map(literal) } : {}
  return { ...(command && { command: command.map(literal) }), args: args.map(literal) }
}

/** Kubernetes puts variables in the place of `$(NAME)`; nobody else does, so nobody expects it. */
const literal = (text: string): string => text.replaceAll('$', '$$$$')

const groupVariables = ({ order, namespace }: PodPlan, index: number): [string, string][] => [
  ['SERVICE_NODE_INDEX', String(index)],
  ['SERVICE_NODE_COUNT', String(order.nodes.length)],
  ['SERVICE_FIRST_NODE', `${order.name}-0.${order.name}.${namespace}.svc`],
]

function amountsOf({ gpus, limits: { memoryBytes, cpus, diskBytes } }: PodPlan): Record<string, string> {
  return {
    ...(gpus && { [gpus.resource]: String(gpus.count) }),
    ...(memoryBytes !== null && { memory: String(memoryBytes) }),
    ...(cpus !== null && { cpu: `${Math.ceil(cpus * 1_000)}m` }),
    ...(diskBytes !== null && { 'ephemeral-storage': String(diskBytes) }),
  }
}

const affinityTo = (key: string, values: readonly string[]): object => ({
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'In', values }] }],
    },
  },
})
