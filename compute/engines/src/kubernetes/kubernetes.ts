/** The kind `kubernetes`: the pods of a cluster, reached by a kubeconfig, or by the service account of our own pod. */
import { realpathSync } from 'node:fs'
import type { Resources } from '@service/compute-domain/resources/model/resources.ts'
import Type from 'typebox'
import { defineEngine, type EngineHost } from '../engine-factory.ts'
import { limitsPerGpu } from '../limits-per-gpu.ts'
import { inClusterAccess, readKubeconfig } from './client/kubeconfig.ts'
import { kubernetesEngine } from './kubernetes-engine.ts'
import { type Reach, templateFault } from './reach.ts'

const name = Type.String({ minLength: 1, maxLength: 253 })

export const kubernetesFactory = defineEngine({
  kind: 'kubernetes',
  simulated: false,
  concurrency: 32,
  settings: Type.Object(
    {
      /** A path. Without it, the service runs in the cluster itself. */
      kubeconfig: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
      context: Type.Optional(name),
      reach: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
      gatewayNamespace: Type.Optional(name),
      gpuResource: Type.Optional(name),
      gpuLabel: Type.Optional(Type.String({ maxLength: 253 })),
      gpuLabelValues: Type.Optional(Type.Record(Type.String(), Type.Array(name))),
      memoryPerGpuMb: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_000_000 })),
      cpusPerGpu: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_024 })),
      diskPerGpuMb: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
      quota: Type.Optional(Type.Record(Type.String(), Type.String())),
      nodeSelector: Type.Optional(Type.Record(Type.String(), Type.String())),
      tolerations: Type.Optional(Type.Array(Type.Object({}, { additionalProperties: true }), { maxItems: 50 })),
      runtimeClass: Type.Optional(name),
      priorityClass: Type.Optional(name),
      queue: Type.Optional(name),
      scheduleWithinSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_600 })),
    },
    { additionalProperties: false },
  ),

  faultsIn({ reach, context, kubeconfig }) {
    const template = reach === undefined || ['port-forward', 'pod'].includes(reach) ? undefined : templateFault(reach)
    return [
      ...(template === undefined ? [] : [{ path: 'reach', message: `${template}, or one of port-forward, pod` }]),
      ...(context !== undefined && kubeconfig === undefined
        ? [{ path: 'context', message: 'needs a kubeconfig' }]
        : []),
    ]
  },

  limitsPerGpu: limitsOf,

  // A kubeconfig that cannot be used makes this hub unreachable, and stops nothing else: it is read with the first call.
  async open({ id: hubId, nodes, cpuOnly }, settings, host) {
    const { owner, checkRegistry, env, docker } = host
    const { kubeconfig, context, gpuResource, gpuLabel, gpuLabelValues, scheduleWithinSeconds, quota = null } = settings
    const engine = kubernetesEngine({
      ...{ hubId, nodes, cpuOnly, owner, checkRegistry, quota },
      readAccess: () => (kubeconfig === undefined ? inClusterAccess(env) : readKubeconfig(kubeconfig, context)),
      accessPath: kubeconfig,
      gpus: {
        ...(gpuResource !== undefined && { resource: gpuResource }),
        ...(gpuLabel !== undefined && { label: gpuLabel }),
        ...(gpuLabelValues && { values: gpuLabelValues }),
      },
      limitsPerGpu: limitsOf(settings, docker),
      reach: reachBy(settings.reach, settings.gatewayNamespace),
      ...(settings.nodeSelector && { nodeSelector: settings.nodeSelector }),
      ...(settings.tolerations && { tolerations: settings.tolerations }),
      ...(scheduleWithinSeconds !== undefined && { scheduleWithinMs: scheduleWithinSeconds * 1_000 }),
      runtimeClass: settings.runtimeClass,
      priorityClass: settings.priorityClass,
      queue: settings.queue,
    })
    return { engine, place: placeOf(kubeconfig, context) }
  },
})

type Limits = { memoryPerGpuMb?: number; cpusPerGpu?: number; diskPerGpuMb?: number }

function limitsOf(settings: Limits, { memoryPerGpuMb, cpusPerGpu }: EngineHost['docker']): Resources {
  return limitsPerGpu({ memoryPerGpuMb, cpusPerGpu, ...settings })
}

function reachBy(reach: string | undefined, gatewayNamespace: string | undefined): Reach {
  if (reach === undefined || reach === 'port-forward') return { kind: 'port-forward' }
  if (reach === 'pod') return { kind: 'pod', gatewayNamespace: gatewayNamespace ?? null }
  return { kind: 'address', template: reach }
}

/** Two contexts of one cluster can be distinguished only by asking it (`identify`). */
function placeOf(kubeconfig: string | undefined, context = ''): string {
  if (kubeconfig === undefined) return 'in-cluster'
  try {
    return `${realpathSync(kubeconfig)} ${context}`
  } catch {
    return `${kubeconfig} ${context}`
  }
}
