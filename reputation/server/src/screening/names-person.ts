import { redactText } from '@service/foundation/erasure/model/redact-text.ts'
import { nameKey } from '@service/reputation-domain/lists/name-key.ts'

/** Whether one of the texts names the person, be it in another order or with other accents. */
export function names(texts: readonly (string | null | undefined)[], mentions: readonly string[]): boolean {
  const keys = new Set(mentions.map(key))
  return texts.some((text) => text != null && (keys.has(key(text)) || redactText(text, mentions) !== text))
}

const key = (text: string): string => nameKey(text, 'individual')
