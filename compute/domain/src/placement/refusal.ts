/**
 * Why a hub is not taken. Each hub is counted under the first cause that holds, in this order: first what no waiting
 * changes, then what may be otherwise in a minute.
 */
export const refusalCauses = [
  /** In none of the regions asked for. */
  'region',
  /** In a region, but not as the level of sovereignty asks (`sovereignty/compliance.ts`). */
  'sovereignty',
  /** None of the type there. */
  'gpu_type',
  /** Fewer of them, all told, than asked for. */
  'too_small',
  'price',
  /** Draining or disabled: the operator wants nothing new there. */
  'closed',
  /** The deployment has been tried there. */
  'tried',
  'unreachable',
  /** Too few free, or not together on a node. */
  'full',
] as const

export type RefusalCause = (typeof refusalCauses)[number]
export type Refusals = Readonly<Record<RefusalCause, number>>

/** What a hub refused for one of these may take later; without any, no hub can ever fit. */
export const passes = ({ unreachable, full }: Refusals): boolean => unreachable + full > 0
