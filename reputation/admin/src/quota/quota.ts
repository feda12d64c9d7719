/** How much of the company's requests of the month is used. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell.ts'

const quotaRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings/quota',
  component: lazyRouteComponent(() => import('./quota-page.tsx'), 'QuotaPage'),
})

export const quota = {
  routes: [quotaRoute],
  navigation: [{ group: 'Settings', label: 'Quota', to: '/settings/quota', icon: 'gauge' }],
} as const
