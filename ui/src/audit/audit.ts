/** Who changed what, with what stood there before. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell.ts'

export type AuditSearch = { action?: string; actor?: string; target?: string; event?: string }

const word = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

function searchOf(given: Record<string, unknown>): AuditSearch {
  const named = (['action', 'actor', 'target', 'event'] as const).map((name) => [name, word(given[name])] as const)
  return Object.fromEntries(named.filter(([, value]) => value !== undefined))
}

const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'audit',
  staticData: { permission: 'audit:read' },
  validateSearch: searchOf,
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
})

export const audit = {
  routes: [auditRoute],
  navigation: [{ group: 'Settings', label: 'Audit', to: '/audit', icon: 'audit', permission: 'audit:read' }],
} as const
