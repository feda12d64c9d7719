/** A plan that an agent was shown: the request, and what would have become of it. */
import type { SovereigntyLevel } from '@service/compute-domain/sovereignty/model/level.ts'

export type AgreedPlan = {
  id: string
  outcome: 'start' | 'wait'
  /** Where it would run, or is expected to once it has waited. */
  hubId: string
  priceUsdPerGpuHour: number
  sovereignty: SovereigntyLevel
  plannedAt: Date
}

/** With the request as it was planned. */
export type KeptPlan = AgreedPlan & { body: Readonly<Record<string, unknown>> }

/** Longer than a person takes to read it; prices, grids and free GPUs are others by then. */
export const planHoldsMs = 10 * 60_000

export type Decided = Pick<AgreedPlan, 'outcome' | 'hubId' | 'priceUsdPerGpuHour' | 'sovereignty'>

/** Why what has been decided is not what was agreed to; undefined where it is. */
export function deviation(agreed: AgreedPlan, decided: Decided, now: Date): string | undefined {
  if (now.getTime() - agreed.plannedAt.getTime() > planHoldsMs) return 'The plan is older than ten minutes.'
  if (decided.sovereignty !== agreed.sovereignty)
    return `The level of sovereignty would be ${decided.sovereignty} instead of ${agreed.sovereignty}.`
  if (decided.outcome !== agreed.outcome)
    return decided.outcome === 'wait' ? 'It would wait instead of starting.' : 'It would start instead of waiting.'
  if (decided.hubId !== agreed.hubId) return `It would run at ${decided.hubId} instead of ${agreed.hubId}.`
  if (decided.priceUsdPerGpuHour !== agreed.priceUsdPerGpuHour)
    return `A GPU-hour would cost ${decided.priceUsdPerGpuHour} USD instead of ${agreed.priceUsdPerGpuHour}.`
  return undefined
}
