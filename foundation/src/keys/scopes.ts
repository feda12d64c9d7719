import type { InputFaults } from '../input-faults.ts'

/** What a key may do. A new key gets the reading scopes unless told otherwise. */
export const scopes = [
  'alerts:read',
  'reputation:read',
  'sentiment:read',
  'screening:read',
  'reports:read',
  'webhooks:manage',
  'articles:write',
  'deployments:read',
  'deployments:write',
] as const

export type Scope = (typeof scopes)[number]

export const defaultScopes: readonly Scope[] = scopes.filter((scope) => scope.endsWith(':read'))

export const isScope = (text: string): text is Scope => (scopes as readonly string[]).includes(text)

export function checkScopes(faults: InputFaults, wanted: readonly string[]): void {
  if (wanted.length === 0) faults.add('scopes', 'must name at least one scope')
  for (const scope of wanted) {
    if (!isScope(scope)) faults.add('scopes', `must be of ${scopes.join(', ')}; ${JSON.stringify(scope)} is not`)
  }
}
