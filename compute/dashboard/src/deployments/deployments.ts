/** What the company has deployed: the list, and one with all that is known of it. */
import { shellRoute } from '@service/ui/shell/shell.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { deploymentSearchOf, listSearchOf } from './model/search.ts'

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

export const deployments = {
  routes: [listRoute, deploymentRoute],
  navigation: [{ group: 'Run', label: 'Deployments', to: '/deployments', icon: 'box', permission: 'deployments:read' }],
} as const
