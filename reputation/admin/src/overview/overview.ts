/** What needs a look now, each figure a link to the list that it counts. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell.ts'

const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
})

export const overview = {
  routes: [overviewRoute],
  navigation: [{ group: '', label: 'Overview', to: '/', icon: 'overview' }],
} as const
