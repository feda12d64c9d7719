import { hashText } from '../hashing/hashing.ts'
import { type ScoreSettings, scoreSettings } from './settings.ts'

/** Counts up when the computation changes in a way that no setting shows. */
const generation = 2

/**
 * Scores compare only under one version: it changes with every number of the settings, and with the provider of the
 * sentiments, for two providers do not measure alike.
 */
export const methodologyVersion = (
  provider: { name: string; version: string },
  settings: ScoreSettings = scoreSettings,
): string => {
  const text = JSON.stringify([generation, settings, provider.name, provider.version])
  return `${generation}.${hashText(text).toString(16).padStart(8, '0')}`
}
