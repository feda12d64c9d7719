import type { Hub, HubState } from '@service/compute-domain/hubs/model/hub.ts'

/** A hub as it stands at this moment: what the operator says of it, and what was observed. */
export type HubNow = {
  hub: Hub
  state: HubState
  /** The last proof of life; null before the first. */
  seenAt: Date | null
  gpus: readonly GpusNow[]
}

/** GPUs of one type at one hub. */
export type GpusNow = { gpuType: string; total: number; free: number }

export type ReadHubs = () => Promise<readonly HubNow[]>

/** What the grid of a zone emits now. */
export type GridNow = (zone: string) => GridReading
export type GridReading = {
  gco2Kwh: number
  renewablePercentage: number | null
  source: string
  asOf: Date
  estimated: boolean
}
