import { hashText } from '../hashing/hashing.ts'
import { type ScoreSettings, scoreSettings } from './settings.ts'

/** Counts up when the computation changes in a way that no setting shows. */
const generation = 1

/** Settings that were called otherwise when the first versions were stored: another name is no other methodology. */
const firstNames = {
  maxPerDay: 'mostPerDay',
  assumedAuthority: 'usualAuthority',
  minCompletions: 'leastAnswers',
  minPoints: 'least',
  maxAgeMs: 'newsMs',
}

/**
 * Scores compare only under one version: it changes with every number of the settings, and with the provider of the
 * sentiments, for two providers do not measure alike.
 */
export const methodologyVersion = (
  provider: { name: string; version: string },
  settings: ScoreSettings = scoreSettings,
): string => {
  let text = JSON.stringify([generation, settings, provider.name, provider.version])
  for (const [name, first] of Object.entries(firstNames)) text = text.replace(`"${name}":`, `"${first}":`)
  return `${generation}.${hashText(text).toString(16).padStart(8, '0')}`
}
