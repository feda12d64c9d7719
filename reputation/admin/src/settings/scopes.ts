/** What keys may do, in words. */
export const scopes = [
  { scope: 'alerts:read', words: 'Read alerts, stories and articles' },
  { scope: 'reputation:read', words: 'Read the score and its subjects' },
  { scope: 'sentiment:read', words: 'Read the sentiment of each day' },
  { scope: 'screening:read', words: 'Screen names and read records' },
  { scope: 'reports:read', words: 'Read reports' },
  { scope: 'reports:write', words: 'Make and delete reports' },
  { scope: 'webhooks:manage', words: 'Manage webhooks' },
  { scope: 'articles:write', words: 'Import articles' },
  { scope: 'subjects:manage', words: 'Manage subjects and feeds' },
] as const

const reading = scopes.flatMap(({ scope }) => (scope.endsWith(':read') ? [scope as string] : []))

/** `reads only`, `reads, manages webhooks`, by what is said most shortly. */
export function scopesInWords(given: readonly string[]): string {
  const [reads, others] = [given.filter((one) => reading.includes(one)), given.filter((one) => !reading.includes(one))]
  const readWords = reads.length === reading.length ? 'reads everything' : reads.join(', ')
  return [readWords, ...others].filter(Boolean).join(', ')
}
