/** How clean grids are now and in the next hours. */
import { shellRoute } from '@service/ui/shell/shell.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { searchOf } from './model/search.ts'

const carbonRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'carbon',
  staticData: { permission: 'deployments:read' },
  validateSearch: searchOf,
  component: lazyRouteComponent(() => import('./carbon-page.tsx'), 'CarbonPage'),
})

export const carbon = {
  routes: [carbonRoute],
  navigation: [{ group: 'Where', label: 'Carbon', to: '/carbon', icon: 'leaf', permission: 'deployments:read' }],
} as const
