/** How it goes at a simulated hub: nothing set is a hub that is well. */
export type HubCondition = {
  /** It does not respond; what runs there runs on. */
  unreachable?: boolean
  /** It takes every call, and never answers. */
  hung?: boolean
  /** It has no room for another instance. */
  full?: boolean
  pullMs?: number
  startMs?: number
}

/** By the hub's id. The holder may change it at any time. */
export type HubConditions = Map<string, HubCondition>
