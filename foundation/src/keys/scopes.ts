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
