/**
 * Imports: articles that the company brings itself, from a file, and what became of each of its lines.
 *
 * `model/` knows no component: what can be said of a file before it is sent, and what helps against a rejected line.
 */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell.ts'

/** An import opens beside the list. */
const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'imports',
  staticData: { permission: 'articles:write' },
  validateSearch: ({ import: id }: Record<string, unknown>): { import?: string } =>
    typeof id === 'string' ? { import: id } : {},
  component: lazyRouteComponent(() => import('./imports-page.tsx'), 'ImportsPage'),
})

export const imports = {
  routes: [listRoute],
  navigation: [{ group: 'Set up', label: 'Imports', to: '/imports', icon: 'import', permission: 'articles:write' }],
} as const
