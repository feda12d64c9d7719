/** GPUs of one type at one hub, node by node: what an allocation holds. */
export type GpuShares = {
  hubId: string
  gpuType: string
  nodes: readonly { name: string; gpus: number }[]
}

/** GPUs of one type at one hub that are free: node by node, in the order of `nodes`. */
export type FreeGpus = {
  hubId: string
  gpuType: string
  nodes: readonly string[]
  sizes: readonly number[]
  free: readonly number[]
  version: number
}

export type GpuVersion = Pick<FreeGpus, 'hubId' | 'gpuType' | 'version'>
