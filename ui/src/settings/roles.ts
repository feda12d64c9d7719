import { type Role, thisApp } from '../app/app.ts'

/** Those that somebody of this role may give: nobody gives more than they have. */
export function rolesUpTo(own: string): readonly Role[] {
  const { roles } = thisApp()
  return roles.slice(0, roles.findIndex(({ role }) => role === own) + 1)
}
