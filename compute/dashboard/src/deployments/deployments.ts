/** What the company has deployed, the domains of its own that lead there, and its logins for private images. */
import { shellRoute } from '@service/ui/shell/shell.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { deploymentSearchOf, domainsSearchOf, listSearchOf } from './model/search.ts'

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'deployments',
  staticData: { permission: 'deployments:read' },
  validateSearch: listSearchOf,
  component: lazyRouteComponent(() => import('./list-page.tsx'), 'ListPage'),
})

const deploymentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'deployments/$deploymentId/{-$tab}',
  staticData: { permission: 'deployments:read' },
  validateSearch: deploymentSearchOf,
  component: lazyRouteComponent(() => import('./deployment-page.tsx'), 'DeploymentPage'),
})

const domainsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings/domains',
  staticData: { permission: 'deployments:read' },
  validateSearch: domainsSearchOf,
  component: lazyRouteComponent(() => import('./domains-page.tsx'), 'DomainsPage'),
})

const registriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings/registries',
  staticData: { permission: 'deployments:read' },
  component: lazyRouteComponent(() => import('./registries-page.tsx'), 'RegistriesPage'),
})

export const deployments = {
  routes: [listRoute, deploymentRoute, domainsRoute, registriesRoute],
  navigation: [
    { group: 'Run', label: 'Deployments', to: '/deployments', icon: 'box', permission: 'deployments:read' },
    { group: 'Settings', label: 'Domains', to: '/settings/domains', icon: 'globe', permission: 'deployments:read' },
    {
      group: 'Settings',
      label: 'Registries',
      to: '/settings/registries',
      icon: 'import',
      permission: 'deployments:read',
    },
  ],
} as const
