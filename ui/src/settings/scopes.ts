import { thisApp } from '../app/app.ts'

/** `reads everything`, `reads everything, webhooks:manage`: by what is said most shortly. */
export function scopesInWords(given: readonly string[]): string {
  const reading = thisApp().scopes.flatMap(({ scope }) => (scope.endsWith(':read') ? [scope] : []))
  const [reads, others] = [given.filter((one) => reading.includes(one)), given.filter((one) => !reading.includes(one))]
  const readWords = reads.length === reading.length ? 'reads everything' : reads.join(', ')
  return [readWords, ...others].filter(Boolean).join(', ')
}
