/** From the weakest to the strongest; `sovereignty.ts` says what each asks of a hub. */
export const sovereigntyLevels = ['none', 'residency', 'jurisdiction', 'sovereign'] as const

export type SovereigntyLevel = (typeof sovereigntyLevels)[number]
