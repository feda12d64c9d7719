/** GPUs of one type at one hub, node by node: what an allocation holds. */
export type GpuShares = {
  hubId: string
  gpuType: string
  nodes: readonly { name: string; gpus: number }[]
}
