/** The sanctions lists: how each stands, its versions, and what differs between any two of them. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell.ts'

const staticData = { permission: 'screening:read' }

const listsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'lists',
  staticData,
  component: lazyRouteComponent(() => import('./lists-page.tsx'), 'ListsPage'),
})

const version = (given: unknown): string | undefined =>
  typeof given === 'string' && /^lsv_[0-9a-z]{26}$/.test(given) ? given : undefined

const changesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'lists/$list/changes',
  staticData,
  validateSearch: (given: Record<string, unknown>): { from?: string; to?: string } => {
    const [from, to] = [version(given.from), version(given.to)]
    return { ...(from && { from }), ...(to && { to }) }
  },
  component: lazyRouteComponent(() => import('./changes-page.tsx'), 'ChangesPage'),
})

export const lists = {
  routes: [listsRoute, changesRoute],
  navigation: [{ group: 'Screen', label: 'Lists', to: '/lists', icon: 'list', permission: 'screening:read' }],
} as const
