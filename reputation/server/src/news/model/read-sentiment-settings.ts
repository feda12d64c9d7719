import { ConfigError } from '@service/foundation/config/env-reader.ts'
import { isModelAddress } from '../../language-models/model/read-language-models.ts'
import type { SentimentSettings, sentimentProviders } from './sentiment-settings.ts'

/** As they stand in the environment, each by itself. */
export type SentimentVariables = {
  sentimentProvider: (typeof sentimentProviders)[number]
  sentimentFolder: string | undefined
  sentimentUrl: string | undefined
  sentimentModel: string | undefined
  sentimentKey: string | undefined
  sentimentTimeoutMs: number
}

/** What the chosen provider needs must be there. Throws `ConfigError`. */
export function sentimentSettings(variables: SentimentVariables): SentimentSettings {
  const { sentimentProvider: kind, sentimentFolder: folder, sentimentUrl: url, sentimentModel: model } = variables
  const { sentimentKey: key, sentimentTimeoutMs: timeoutMs } = variables
  const faults: string[] = []
  const needed = (name: string, value: string | undefined): string => {
    if (value === undefined)
      faults.push(`REPUTATION_SENTIMENT_${name} is missing: the sentiment provider ${kind} needs it`)
    return value ?? ''
  }
  const settingsOf = (): SentimentSettings => {
    if (kind === 'own') return { kind }
    if (kind === 'onnx') return { kind, folder: needed('FOLDER', folder) }
    const address = needed('URL', url)
    if (url !== undefined && !isModelAddress(url)) faults.push('REPUTATION_SENTIMENT_URL must not hold a password')
    const asked = { provider: 'the sentiment provider', url: address, model: needed('MODEL', model) }
    return { kind, model: { ...asked, ...(key !== undefined && { key }) }, timeoutMs }
  }
  const settings = settingsOf()
  if (faults.length > 0) throw new ConfigError(faults)
  return settings
}
