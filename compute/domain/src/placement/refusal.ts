/**
 * Why a hub is not taken. Each hub is counted under the first cause that holds, in this order: first causes that waiting
 * does not change, then those that may be over in a minute.
 */
export const refusalCauses = [
  /** In none of the regions asked for. */
  'region',
  /** In a region, but not as the level of sovereignty asks (`sovereignty/sovereignty.ts`). */
  'sovereignty',
  /** The hub has no GPU of the type. */
  'gpu_type',
  /** Less processor, memory or disk for each GPU than asked for. */
  'resources',
  /** Fewer GPUs of the type in total than asked for. */
  'too_small',
  'price',
  /** Draining or disabled by the operator. */
  'closed',
  /** The deployment has been tried there. */
  'tried',
  'unreachable',
  /** Too few free, or not together on a node. */
  'full',
] as const

export type RefusalCause = (typeof refusalCauses)[number]
export type Refusals = Readonly<Record<RefusalCause, number>>

/** Whether some hub may take the request later: without such a refusal, none ever can. */
export const passes = ({ unreachable, full }: Refusals): boolean => unreachable + full > 0
