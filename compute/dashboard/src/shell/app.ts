import type { App } from '@service/ui/app/app.ts'
import { lazy } from 'react'
import { SignUpLink } from '../sign-up/sign-up.ts'
import { KindMark } from './kind.tsx'

export const app: App = {
  path: '/dashboard',
  spelling: 'snake',
  groups: ['', 'Run', 'Where', 'Notify', 'Operate', 'Settings'],
  roles: [
    { role: 'viewer', words: 'Reads everything' },
    { role: 'analyst', words: 'As a viewer' },
    { role: 'member', words: 'Also deploys, stops and deletes, and manages webhooks' },
    { role: 'admin', words: 'Also manages keys, people and the company' },
    { role: 'owner', words: 'Also manages the owners' },
  ],
  scopes: [
    { scope: 'deployments:read', words: 'Read deployments, hubs, prices and usage' },
    { scope: 'deployments:write', words: 'Deploy, stop and delete' },
    { scope: 'endpoints:use', words: 'Use endpoints for keys' },
    { scope: 'webhooks:manage', words: 'Manage webhooks' },
  ],
  readingHint: 'Plans included: nothing is deployed.',
  tryPath: (scopes) => (scopes.includes('deployments:read') ? '/v1/compute/deployments' : '/healthz'),
  webhooks: { base: '/v1', offered: () => import('../webhooks/webhooks.ts') },
  auditKinds: [
    { value: '', label: 'Everything' },
    { value: 'session', label: 'Sign-in and sign-out' },
    { value: 'user', label: 'People' },
    { value: 'key', label: 'API keys' },
    { value: 'webhook', label: 'Webhooks' },
    { value: 'company', label: 'Company' },
  ],
  Search: lazy(() => import('./search-palette.tsx')),
  Health: lazy(() => import('./health.tsx')),
  Mark: KindMark,
  SignUp: SignUpLink,
}
