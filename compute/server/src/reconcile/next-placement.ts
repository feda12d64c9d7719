import type { Claim } from './claim.ts'

/** A claimed deployment that needs GPUs: for its first attempt after a wait, or for the next one. */
export type PlaceRequest = {
  claim: Pick<Claim, 'id' | 'companyId' | 'spec' | 'version' | 'status' | 'startAt' | 'latestStartAt'>
  /** Who holds its lease; the placer writes only as long as that holds, at that version, and leaves it in place. */
  reconcilerId: string
  excludedHubs: readonly string[]
}

/**
 * The placer's part: takes GPUs and writes the next attempt as an intent, in one transaction: the allocation, the
 * deployment's `attempt`, hub, price, carbon and placement, and, for one that was `scheduled`, its new status with its
 * event.
 */
export type PlaceAgain = (ask: PlaceRequest) => Promise<PlaceResult>

export type PlaceResult =
  | { kind: 'placed' }
  /** Waiting still pays. */
  | { kind: 'later'; startAt: Date }
  | { kind: 'refused'; because: 'no_capacity' | 'no_feasible_hub' | 'quota_exhausted' }
  /** It changed meanwhile, or is leased to another. */
  | { kind: 'superseded' }
