/** What runs now, and what it has used. */
import { shellRoute } from '@service/ui/shell/shell.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
})

export const overview = {
  routes: [overviewRoute],
  navigation: [{ group: '', label: 'Overview', to: '/', icon: 'overview' }],
} as const
