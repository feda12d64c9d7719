/** From the weakest to the strongest; what each asks of a hub is told in `compliance.ts`. */
export const sovereigntyLevels = ['none', 'residency', 'jurisdiction', 'sovereign'] as const

export type SovereigntyLevel = (typeof sovereigntyLevels)[number]
