/** What keys and people may do at this service: its scopes, and its roles, each of which may also do all that those before it may. */
import { installationPermission, makeAccess } from '@service/foundation/identity/model/access.ts'

export const access = makeAccess({
  scopes: ['deployments:read', 'deployments:write', 'endpoints:use', 'webhooks:manage'],
  roles: {
    viewer: ['deployments:read', 'endpoints:use'],
    analyst: [],
    member: ['deployments:write', 'webhooks:manage'],
    admin: ['company:manage', 'people:manage', 'keys:manage', 'audit:read'],
    owner: ['owners:manage'],
  },
  operators: [installationPermission],
})
