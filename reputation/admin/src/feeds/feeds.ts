/**
 * Feeds: where articles come from that count for the company alone, and how each fares.
 *
 * `model/` knows no component: the words of outcomes and intervals.
 */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell.ts'
import { readNewFeedSearch } from './model/new-feed-search.ts'

const staticData = { permission: 'subjects:manage' }

/** A feed opens beside the list. */
const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'feeds',
  staticData,
  validateSearch: ({ feed }: Record<string, unknown>): { feed?: string } => (typeof feed === 'string' ? { feed } : {}),
  component: lazyRouteComponent(() => import('./feeds-page.tsx'), 'FeedsPage'),
})

const newRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'feeds/new',
  staticData,
  validateSearch: readNewFeedSearch,
  component: lazyRouteComponent(() => import('./new-feed-page.tsx'), 'NewFeedPage'),
})

export const feeds = {
  routes: [listRoute, newRoute],
  navigation: [{ group: 'Set up', label: 'Feeds', to: '/feeds', icon: 'feed', permission: 'subjects:manage' }],
} as const
