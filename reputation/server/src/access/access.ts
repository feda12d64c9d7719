/** What keys and people may do at this service: its scopes, and its roles, each of which may also do all that those before it may. */
import { makeAccess } from '@service/foundation/identity/model/access.ts'

export const access = makeAccess({
  scopes: [
    'alerts:read',
    'alerts:triage',
    'reputation:read',
    'sentiment:read',
    'screening:read',
    'reports:read',
    'reports:write',
    'webhooks:manage',
    'articles:write',
    'articles:correct',
    'subjects:manage',
    'thresholds:manage',
    'messages:manage',
  ],
  also: { 'screening:read': 'screens names, which uses the quota' },
  roles: {
    viewer: ['alerts:read', 'reputation:read', 'sentiment:read', 'screening:read', 'reports:read'],
    // A key that may read screenings may also make them; among people, a viewer may not.
    analyst: ['alerts:triage', 'articles:correct', 'screenings:create', 'verdicts:give', 'reports:write'],
    member: ['webhooks:manage', 'articles:write'],
    admin: [
      'company:manage',
      'people:manage',
      'keys:manage',
      'audit:read',
      'screenings:hold',
      'subjects:manage', // and the feeds of the company
      'thresholds:manage',
      'messages:manage', // e-mail, Slack and Teams
    ],
    owner: ['owners:manage'],
  },
})
