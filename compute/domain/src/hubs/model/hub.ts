import type { Resources } from '../../resources/model/resources.ts'

/**
 * A **hub** is a place that runs containers: one machine with Docker or Podman, a Kubernetes cluster, or a simulation of
 * either. It holds **nodes**, and a node holds GPUs of one type.
 */
export type Hub = {
  /** Lower-case letters, digits and hyphens: it is a region id too, and stands in host names. */
  id: string
  name: string
  /** ISO 3166-1 alpha-2, upper case. */
  country: string
  /** The grid zone whose carbon intensity counts: an Electricity Maps key, `DE` or `US-CAL-CISO`. */
  zone: string
  /** Where its operator says that it stands, in degrees, north and east of zero. */
  location?: { latitude: number; longitude: number }
  engine: HubEngine
  /** Its engine is a simulation: nothing really runs there. */
  simulated: boolean
  operator: Operator
  /** Power usage effectiveness of the site, ≥ 1; 1 is no overhead. */
  pue: number
  /** What the operator of the hub asks, times the base price of the GPU type. */
  priceFactor: number
  /** Nobody else's workloads share a node with a deployment here. */
  dedicatedNodes: boolean
  /** The GPUs are an example: the machine has none, so that deployments run on its processors alone. */
  cpuOnly: boolean
  nodes: readonly HubNode[]
  /** What a deployment may have for each of its GPUs at most. Absent in what a release before wrote. */
  limitsPerGpu?: Resources
}

/** What runs the containers of a hub: the kind, and the kind's own settings. */
export type HubEngine = { readonly kind: string; readonly [setting: string]: unknown }

export type Operator = {
  entity: string
  /** Where the operator is established: ISO 3166-1 alpha-2. */
  jurisdiction: string
  /** Where the parent at the very top is established; the operator's own where it has none. */
  parentJurisdiction: string
  /** Owned by that country or its nationals. */
  nationallyOwned: boolean
}

/** `gpuType` is a canonical name of the catalogue (`gpus/gpus.ts`), `gpus` how many the node has. */
export type HubNode = { name: string; gpuType: string; gpus: number }

/** Only a hub that is `ready` takes new deployments; only one that is `disabled` is not even asked how it is. */
export type HubState = 'ready' | 'draining' | 'unreachable' | 'disabled'
