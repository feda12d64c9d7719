import { formatGrams } from '@service/ui/quantities.ts'

/** `9.2 g/h`: of one GPU. */
export const gramsPerHour = (grams: number): string => `${formatGrams(grams)}/h`
