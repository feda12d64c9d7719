/**
 * Access: what keys and people may do at one service. A key has **scopes**, a person has the **permissions** of one
 * **role**; a scope is a permission too, so a person whose role includes it may use what the scope opens. Each service
 * states all three in one table; the foundation knows only the permissions on accounts.
 */
import type { InputFaults } from '../../input-faults.ts'

/** Permissions on accounts, which every service's roles may include. No key can have them. */
export const accountPermissions = [
  'company:manage', // its name and time zone; its limits are the operator's
  'people:manage',
  'owners:manage', // to make somebody an owner, or to change one
  'keys:manage',
  'audit:read',
] as const

export type AccountPermission = (typeof accountPermissions)[number]

export type Access = {
  /** Every scope that a key can be given. */
  scopes: readonly string[]
  /** The scopes of a new key unless others are named: those that read. */
  defaultScopes: readonly string[]
  /** What a scope opens that its name does not say, in words for people who decide on it. */
  also: Readonly<Record<string, string>>
  /** The roles, from the one that may the least to the one that may everything. */
  roles: readonly string[]
  /** The permissions of a role: none where the service knows no such role. */
  permissionsOf(role: string): ReadonlySet<string>
  /** What operators of the installation may do beside their role; no role has it, and no key. */
  operatorPermissions: ReadonlySet<string>
  /** Of a person as they sign in: their role's, and an operator's. */
  permissionsOfPerson(person: { role: string; isOperator: boolean }): ReadonlySet<string>
  /** The stored scopes of a key that this service knows; others, such as another product's, open nothing. */
  permissionsOfKey(scopes: readonly string[]): ReadonlySet<string>
}

/** What opens the operator's view of an installation. */
export const installationPermission = 'installation:operate'

/** `roles`: each role may also do all that the roles before it may. `operators`: what people may who operate it. */
export function makeAccess(table: {
  scopes: readonly string[]
  roles: Readonly<Record<string, readonly string[]>>
  operators?: readonly string[]
  also?: Readonly<Record<string, string>>
}): Access {
  const { scopes } = table
  const known = new Set<string>(scopes)
  const permissions = new Map<string, ReadonlySet<string>>()
  let inherited: readonly string[] = []
  for (const [role, added] of Object.entries(table.roles)) {
    inherited = [...inherited, ...added]
    permissions.set(role, new Set(inherited))
  }
  const none: ReadonlySet<string> = new Set()
  const operatorPermissions = new Set(table.operators ?? [])
  const permissionsOf = (role: string) => permissions.get(role) ?? none
  return {
    scopes,
    also: table.also ?? {},
    defaultScopes: scopes.filter((scope) => scope.endsWith(':read')),
    roles: [...permissions.keys()],
    permissionsOf,
    operatorPermissions,
    permissionsOfPerson: ({ role, isOperator }) =>
      isOperator ? new Set([...permissionsOf(role), ...operatorPermissions]) : permissionsOf(role),
    permissionsOfKey: (stored) => new Set(stored.filter((scope) => known.has(scope))),
  }
}

/** Notes as faults that none is wanted, or one that no key of this service can have. */
export function checkScopes({ scopes }: Access, faults: InputFaults, wanted: readonly string[]): void {
  if (wanted.length === 0) faults.add('scopes', 'must name at least one scope')
  for (const scope of wanted) {
    if (!scopes.includes(scope))
      faults.add('scopes', `must be one of ${scopes.join(', ')}; ${JSON.stringify(scope)} is not`)
  }
}
