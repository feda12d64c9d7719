import { gpuTypeNamed, gpuTypes } from '@service/compute-domain/gpus/gpus.ts'
import type { Hub, HubEngine, HubNode } from '@service/compute-domain/hubs/model/hub.ts'
import type { ConfiguredHub } from './hub-file.ts'

const localHubId = 'local'

/**
 * The machine that the service runs on, as the one hub: what it is without a file of hubs where an engine responds on it.
 * `models` are its GPUs in the order of their numbers. Without any it has an example's, two nodes of four of each type, and
 * deployments run on its processors alone.
 *
 * All deployments there share the machine, so that it is sovereign for none.
 */
export function localHub(country: string, engine: HubEngine, models: readonly string[] = []): ConfiguredHub {
  const nodes = nodesOf(models)
  const hub: Hub = {
    id: localHubId,
    name: 'This machine',
    country,
    zone: country,
    engine,
    simulated: false,
    operator: {
      entity: 'The operator of this service',
      jurisdiction: country,
      parentJurisdiction: country,
      nationallyOwned: true,
    },
    pue: 1.2,
    priceFactor: 1,
    dedicatedNodes: false,
    cpuOnly: nodes.length === 0,
    nodes: nodes.length > 0 ? nodes : exampleNodes(),
  }
  return { hub, wanted: 'ready' }
}

/**
 * GPUs of one type that follow each other are a node, for an engine numbers the GPUs of nodes as the machine does. A model
 * that the catalogue lacks ends them: what comes after it could not be numbered.
 */
function nodesOf(models: readonly string[]): HubNode[] {
  const nodes: HubNode[] = []
  for (const model of models) {
    const gpuType = gpuTypeNamed(model)?.name
    if (!gpuType) break
    const last = nodes.at(-1)
    if (last?.gpuType === gpuType) nodes[nodes.length - 1] = { ...last, gpus: last.gpus + 1 }
    else nodes.push({ name: `${gpuType.toLowerCase()}-${nodes.length + 1}`, gpuType, gpus: 1 })
  }
  return nodes
}

const exampleNodes = (): HubNode[] =>
  gpuTypes.flatMap(({ name }) =>
    [1, 2].map((node) => ({ name: `${name.toLowerCase()}-${node}`, gpuType: name, gpus: 4 })),
  )
