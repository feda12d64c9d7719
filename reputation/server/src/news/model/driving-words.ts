import type { Driver } from '@service/reputation-domain/sentiment/provider.ts'
import type { DrivingWord } from './stored-mention.ts'

/** As they are stored: where a word stands in its text is not kept, for the text may be redacted. */
export const drivingWords = (drivers: readonly Driver[]): DrivingWord[] =>
  drivers.map(({ word, weight }) => ({ word, weight: Math.round(weight * 100) / 100 }))
