/** What was used in a month, by day and label, against the free hours. */
import { shellRoute } from '@service/ui/shell/shell.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { searchOf } from './model/search.ts'

const usageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'usage',
  staticData: { permission: 'deployments:read' },
  validateSearch: searchOf,
  component: lazyRouteComponent(() => import('./usage-page.tsx'), 'UsagePage'),
})

export const usage = {
  routes: [usageRoute],
  navigation: [{ group: 'Run', label: 'Usage', to: '/usage', icon: 'usage', permission: 'deployments:read' }],
} as const
