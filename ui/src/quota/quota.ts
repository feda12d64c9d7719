/** How much of the company's requests of the month is used, and by whom on which day. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell.ts'
import type { QuotaSearch } from './model/search.ts'

const quotaRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings/quota',
  validateSearch: ({ month, by }: Record<string, unknown>): QuotaSearch => ({
    ...(typeof month === 'string' && /^20\d\d-(?:0[1-9]|1[0-2])$/.test(month) && { month }),
    ...(typeof by === 'string' && { by }),
  }),
  component: lazyRouteComponent(() => import('./quota-page.tsx'), 'QuotaPage'),
})

export const quota = {
  routes: [quotaRoute],
  navigation: [{ group: 'Settings', label: 'Quota', to: '/settings/quota', icon: 'gauge' }],
} as const
