import type { Hub, HubState } from '@service/compute-domain/hubs/model/hub.ts'

/** A hub as it stands at this moment: what the operator says of it, and what was observed. */
export type HubNow = {
  hub: Omit<Hub, 'nodes'>
  /** How many it has. */
  nodes: number
  state: HubState
  /** The last proof of life; null before the first. */
  seenAt: Date | null
  gpus: readonly GpusNow[]
}

/** GPUs of one type at one hub. */
export type GpusNow = { gpuType: string; total: number; free: number }

/** Which hubs are wanted: those for which all that is named here holds. */
export type WantedHubs = {
  id?: string | undefined
  countries?: ReadonlySet<string> | undefined
  /** Canonical name of the catalogue. */
  gpuType?: string | undefined
  /** Only those behind this id, and so many. */
  after?: string | undefined
  limit?: number | undefined
}

/** Those of them that are wanted. */
export const wantedAmong = (
  hubs: readonly HubNow[],
  { id, countries, gpuType, after, limit }: WantedHubs,
): readonly HubNow[] =>
  hubs
    .filter(({ hub }) => (id === undefined || hub.id === id) && (!countries || countries.has(hub.country)))
    .filter(({ gpus }) => gpuType === undefined || gpus.some((pool) => pool.gpuType === gpuType))
    .filter(({ hub }) => after === undefined || hub.id > after)
    .sort((a, b) => (a.hub.id < b.hub.id ? -1 : 1))
    .slice(0, limit)

/** In the order of their ids. */
export type ReadHubs = (wanted?: WantedHubs) => Promise<readonly HubNow[]>

/** What the grid of a zone emits now. */
export type GridNow = (zone: string) => GridReading
export type GridReading = {
  gco2Kwh: number
  renewablePercentage: number | null
  source: string
  asOf: Date
  estimated: boolean
}
