import type { LanguageModel } from './language-model.ts'

const fields = ['provider', 'url', 'model', 'key']
const form = 'must be a JSON list of {"provider", "url", "model", "key"?}'

/** From a setting. Throws `RangeError` with words that follow the setting's name and repeat no key. */
export function readLanguageModels(text: string): LanguageModel[] {
  let entries: unknown
  try {
    entries = JSON.parse(text)
  } catch {
    throw new RangeError(form)
  }
  if (!Array.isArray(entries)) throw new RangeError(form)
  const models = entries.map(readModel)
  const names = models.map(({ provider, model }) => `${provider} ${model}`)
  if (new Set(names).size < names.length) throw new RangeError('must not name the same model of a provider twice')
  return models
}

function readModel(entry: unknown, index: number): LanguageModel {
  const which = `entry ${index + 1}`
  if (typeof entry !== 'object' || entry === null || Object.keys(entry).some((name) => !fields.includes(name))) {
    throw new RangeError(`${form}; ${which} is something else`)
  }
  const { provider, url, model, key } = entry as Record<string, unknown>
  const isWord = (value: unknown): value is string => typeof value === 'string' && /^\S.{0,99}$/.test(value)
  if (!isWord(provider) || !isWord(model)) throw new RangeError(`${form}; ${which} lacks a provider or a model`)
  if (typeof url !== 'string' || !isModelAddress(url)) {
    throw new RangeError(
      `must give addresses that begin with https: or http:, without a password; that of ${which} does not`,
    )
  }
  if (key !== undefined && (typeof key !== 'string' || !/^[\x21-\x7e]{1,500}$/.test(key))) {
    throw new RangeError(`must give keys without spaces; that of ${which} is not one`)
  }
  return { provider, url, model, ...(key !== undefined && { key }) }
}

export function isModelAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}
