/** The nodes of a cluster that could take pods, by what they say of their GPUs, and what is left on them. */
import { gpuTypeNamed } from '@service/compute-domain/gpus/gpus.ts'
import type { HubNode } from '@service/compute-domain/hubs/model/hub.ts'
import type { Fields } from '../fields.ts'
import type { ClusterClient } from './client/client.ts'
import { listAll } from './client/watch.ts'
import { ownerLabel } from './labels.ts'

export type ClusterNode = {
  name: string
  /** Ready, and takes new pods. */
  isOpen: boolean
  /** That the device plugin offers: what counts. A label alone promises nothing. */
  gpus: number
  /** Of those, held by pods that are not ours. */
  heldByOthers: number
  label: string | undefined
  gpuType: string | undefined
}

export type GpuNaming = {
  resource: string
  label: string
  /** What this cluster's nodes say of a type, beside what is known. */
  values: Readonly<Record<string, readonly string[]>>
}

/** What clusters say that is no name of the catalogue. Read in their documentation on 2026-11-22. */
const knownLabels: Readonly<Record<string, string>> = {
  AMD_Instinct_MI300X_OAM: 'MI300X',
  AMD_Instinct_MI300X_HF: 'MI300X',
  'nvidia-h100-mega-80gb': 'H100',
  H100_NVLINK_80GB: 'H100',
  'nvidia-tesla-t4': 'T4',
  'nvidia-l4': 'L4',
}

/** Undefined for what is no whole GPU of a type that we know: a slice of one (MIG) or a shared one least of all. */
export function gpuTypeOf(label: string, values: GpuNaming['values'] = {}): string | undefined {
  const named = Object.entries(values).find(([, labels]) => labels.includes(label))?.[0]
  return gpuTypeNamed(named ?? knownLabels[label] ?? label)?.name
}

/** All labels of these nodes that mean the type. */
export function labelsOfType(nodes: readonly ClusterNode[], gpuType: string): string[] {
  const labels = nodes.flatMap((node) => (node.gpuType === gpuType && node.gpus > 0 ? (node.label ?? []) : []))
  return [...new Set(labels)].sort()
}

/** Two lists of the whole cluster. */
export async function readNodes(
  client: ClusterClient,
  owner: string,
  naming: GpuNaming,
  signal: AbortSignal,
): Promise<ClusterNode[]> {
  const [nodes, held] = await Promise.all([
    listAll(client, { path: '/api/v1/nodes' }, signal, (item) => readNode(item, naming)),
    heldByNode(client, owner, naming.resource, signal),
  ])
  return nodes.items.map((node) => ({ ...node, heldByOthers: held.get(node.name) ?? 0 }))
}

function readNode(item: Fields, naming: GpuNaming): Omit<ClusterNode, 'heldByOthers'> {
  const [metadata, spec, status] = [item.in('metadata'), item.inIfAny('spec'), item.inIfAny('status')]
  const label = naming.label === '' ? undefined : metadata.inIfAny('labels').textIfAny(naming.label)
  return {
    name: metadata.text('name'),
    isOpen: isReady(status) && !spec.isTrue('unschedulable'),
    gpus: Number(status.inIfAny('allocatable').textIfAny(naming.resource) ?? 0),
    label,
    gpuType: label === undefined ? undefined : gpuTypeOf(label, naming.values),
  }
}

const isReady = (status: Fields): boolean =>
  status
    .listIfAny('conditions')
    .some((condition) => condition.textIfAny('type') === 'Ready' && condition.textIfAny('status') === 'True')

async function heldByNode(
  client: ClusterClient,
  owner: string,
  resource: string,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const held = new Map<string, number>()
  const fields = 'status.phase!=Succeeded,status.phase!=Failed'
  const others = { path: '/api/v1/pods', fields, labels: `${ownerLabel}!=${owner}` }
  const { items } = await listAll(client, others, signal, (item) => {
    const spec = item.in('spec')
    const node = spec.textIfAny('nodeName')
    const gpus = spec.listIfAny('containers').reduce((sum, container) => {
      const limit = container.inIfAny('resources').inIfAny('limits').textIfAny(resource)
      return sum + Number(limit ?? 0)
    }, 0)
    return node !== undefined && gpus > 0 ? { node, gpus } : undefined
  })
  for (const { node, gpus } of items) held.set(node, (held.get(node) ?? 0) + gpus)
  return held
}

/** What the hub has for us: the nodes that are open, each with the GPUs that nobody else holds. */
export const hubNodes = (nodes: readonly ClusterNode[]): HubNode[] =>
  nodes.flatMap(({ name, isOpen, gpus, heldByOthers, gpuType }) =>
    isOpen && gpuType !== undefined && gpus > heldByOthers ? [{ name, gpuType, gpus: gpus - heldByOthers }] : [],
  )
