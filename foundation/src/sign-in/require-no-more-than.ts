import type { Queryable } from '../database/database.ts'
import type { Access } from '../identity/model/access.ts'
import { type Administrator, requirePermissions } from '../identity/model/administrator.ts'
import { isOperatorOfInstallation } from '../users/users.ts'

/**
 * Throws where the account is that of somebody who may more than the administrator: by a link, or another role, they would
 * come to act in that person's place. What an operator of the installation may is more than any role has.
 */
export async function requireNoMoreThan(
  by: Administrator,
  tx: Queryable,
  access: Access,
  { id, role }: { id: string; role: string },
): Promise<void> {
  const isOperator = await isOperatorOfInstallation(tx, id)
  requirePermissions(by, [...access.permissionsOfPerson({ role, isOperator })])
}
