import { type Access, checkScopes } from '../identity/model/access.ts'
import { InputFaults } from '../input-faults.ts'

export const shownOnce = 'The secret is shown this once and is not stored: keep it now.'

/** The scopes that an option names; `all` stands for every scope of the service. */
export function asScopes(access: Access, words: readonly string[]): readonly string[] {
  if (words.length === 1 && words[0] === 'all') return access.scopes
  const faults = new InputFaults()
  checkScopes(access, faults, words)
  faults.throwIfAny()
  return words
}
