import { gpuTypes } from '@service/compute-domain/gpus/catalogue.ts'
import type { Hub } from '@service/compute-domain/hubs/hub.ts'
import type { ConfiguredHub } from './hub-file.ts'

export const localHubId = 'local'

/**
 * The machine that the service runs on, as the one hub: what it is without a file of hubs where Docker or Podman answers.
 * Its GPUs are an example, two nodes of four of each type, so deployments run on its processors alone.
 */
export function localHub(country: string): ConfiguredHub {
  const hub: Hub = {
    id: localHubId,
    name: 'This machine',
    country,
    zone: country,
    engine: 'docker',
    operator: {
      entity: 'The operator of this service',
      jurisdiction: country,
      parentJurisdiction: country,
      nationallyOwned: true,
    },
    pue: 1.2,
    priceFactor: 1,
    dedicatedNodes: true,
    cpuOnly: true,
    nodes: gpuTypes.flatMap(({ name }) =>
      [1, 2].map((node) => ({ name: `${name.toLowerCase()}-${node}`, gpuType: name, gpus: 4 })),
    ),
  }
  return { hub, wanted: 'ready' }
}
