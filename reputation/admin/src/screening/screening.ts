/**
 * The screening desk: one name, matches that wait for a verdict, records and what they rest on.
 *
 * A screened name never stands in an address nor in a title, for browsers keep both: a screening is known by its id. `model/` knows no component.
 */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell.ts'
import { readDeskSearch } from './model/desk-search.ts'

const staticData = { permission: 'screening:read' }

const deskRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'screening',
  staticData,
  validateSearch: readDeskSearch,
  component: lazyRouteComponent(() => import('./desk-page.tsx'), 'DeskPage'),
})

const recordRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'screening/$screeningId',
  staticData,
  component: lazyRouteComponent(() => import('./record-page.tsx'), 'RecordPage'),
})

const batchesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'screening/batches',
  staticData,
  validateSearch: ({ batch }: Record<string, unknown>): { batch?: string } =>
    typeof batch === 'string' && /^sbt_[0-9a-z]{26}$/.test(batch) ? { batch } : {},
  component: lazyRouteComponent(() => import('./batches-page.tsx'), 'BatchesPage'),
})

export const screening = {
  routes: [deskRoute, recordRoute, batchesRoute],
  navigation: [{ group: 'Screen', label: 'Screening', to: '/screening', icon: 'search', permission: 'screening:read' }],
} as const
