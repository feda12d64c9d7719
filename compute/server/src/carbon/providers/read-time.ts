import { ProviderFailure } from './provider.ts'

/** A moment as a provider writes it: ISO 8601 with its offset. */
export function readTime(who: string, text: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime()) || !/(Z|[+-]\d{2}:?\d{2})$/.test(text)) {
    throw new ProviderFailure(`${who} responded with a time that cannot be read`)
  }
  return time
}
