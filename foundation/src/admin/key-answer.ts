import { InputFaults } from '../input-faults.ts'
import { checkScopes, isScope, type Scope, scopes } from '../keys/scopes.ts'

export const shownOnce = 'The secret is shown this once and is not stored: keep it now.'

export function asScopes(words: readonly string[]): Scope[] {
  if (words.length === 1 && words[0] === 'all') return [...scopes]
  const faults = new InputFaults()
  checkScopes(faults, words)
  faults.throwIfAny()
  return words.filter(isScope)
}
