/** What the people of a company administer themselves: its keys, its people, their own sign-in, and what it is. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell.ts'

const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings/keys',
  staticData: { permission: 'keys:manage' },
  validateSearch: ({ all }: Record<string, unknown>): { all?: true } => (all === true ? { all } : {}),
  component: lazyRouteComponent(() => import('./keys-page.tsx'), 'KeysPage'),
})

const membersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings/members',
  staticData: { permission: 'people:manage' },
  component: lazyRouteComponent(() => import('./members-page.tsx'), 'MembersPage'),
})

const securityRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings/security',
  component: lazyRouteComponent(() => import('./security-page.tsx'), 'SecurityPage'),
})

const companyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings/company',
  component: lazyRouteComponent(() => import('./company-page.tsx'), 'CompanyPage'),
})

export const settings = {
  routes: [keysRoute, membersRoute, securityRoute, companyRoute],
  navigation: [
    { group: 'Settings', label: 'API keys', to: '/settings/keys', icon: 'key', permission: 'keys:manage' },
    { group: 'Settings', label: 'People', to: '/settings/members', icon: 'people', permission: 'people:manage' },
    { group: 'Settings', label: 'Security', to: '/settings/security', icon: 'shield' },
    { group: 'Settings', label: 'Company', to: '/settings/company', icon: 'building' },
  ],
} as const
