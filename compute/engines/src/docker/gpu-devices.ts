/**
 * Which GPUs of the machine an instance gets. The control plane counts GPUs by node; which of them are free, the labels
 * of the containers say, so that a restart forgets nothing.
 */
import type { HubNode } from '@service/compute-domain/hubs/model/hub.ts'
import { EngineFault, type InstanceOrder } from '../engine.ts'

/** Ids are given to nodes in their order: the first has 0 to n − 1, as the machine numbers its GPUs. */
export function chooseDevices(
  nodes: readonly HubNode[],
  order: Pick<InstanceOrder, 'nodes'>,
  taken: ReadonlySet<string>,
): string[] {
  return order.nodes.flatMap(({ name, gpus }) => {
    const free = devicesOf(nodes, name).filter((id) => !taken.has(id))
    if (free.length < gpus) throw new EngineFault('no-room', 'The GPUs of the hub are in use.')
    return free.slice(0, gpus)
  })
}

function devicesOf(nodes: readonly HubNode[], name: string): string[] {
  const index = nodes.findIndex((node) => node.name === name)
  const node = nodes[index]
  if (!node) throw new EngineFault('start-refused', 'The hub does not have the requested node.')
  const first = nodes.slice(0, index).reduce((sum, { gpus }) => sum + gpus, 0)
  return Array.from({ length: node.gpus }, (_, i) => String(first + i))
}
