import { makeAccess } from '@service/foundation/identity/model/access.ts'

/** What keys and people may do at a service of the tests. */
export const testAccess = makeAccess({
  scopes: ['alerts:read', 'screening:read', 'webhooks:manage'],
  roles: {
    viewer: ['alerts:read'],
    analyst: ['screening:read'],
    member: ['webhooks:manage'],
    admin: ['company:manage', 'people:manage', 'keys:manage', 'audit:read'],
    owner: ['owners:manage'],
  },
})
