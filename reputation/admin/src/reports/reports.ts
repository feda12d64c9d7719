/** Reports: what each month came to, as a document; whom it was announced to, and when the next is made. */
import { shellRoute } from '@service/ui/shell/shell.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

/** A report opens beside the list. */
const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'reports',
  staticData: { permission: 'reports:read' },
  validateSearch: ({ report }: Record<string, unknown>): { report?: string } =>
    typeof report === 'string' ? { report } : {},
  component: lazyRouteComponent(() => import('./reports-page.tsx'), 'ReportsPage'),
})

export const reports = {
  routes: [listRoute],
  navigation: [{ group: 'Watch', label: 'Reports', to: '/reports', icon: 'report', permission: 'reports:read' }],
} as const
