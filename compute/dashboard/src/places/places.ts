/** Where deployments can run, and for how much: hubs, regions, prices. */
import { shellRoute } from '@service/ui/shell/shell.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { hubsSearchOf, pricingSearchOf } from './model/search.ts'

const staticData = { permission: 'deployments:read' }

const hubsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'hubs',
  staticData,
  validateSearch: hubsSearchOf,
  component: lazyRouteComponent(() => import('./hubs-page.tsx'), 'HubsPage'),
})

const hubRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'hubs/$hub',
  staticData,
  component: lazyRouteComponent(() => import('./hub-page.tsx'), 'HubPage'),
})

const regionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'regions',
  staticData,
  component: lazyRouteComponent(() => import('./regions-page.tsx'), 'RegionsPage'),
})

const pricingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'pricing',
  staticData,
  validateSearch: pricingSearchOf,
  component: lazyRouteComponent(() => import('./pricing-page.tsx'), 'PricingPage'),
})

export const places = {
  routes: [hubsRoute, hubRoute, regionsRoute, pricingRoute],
  navigation: [
    { group: 'Where', label: 'Hubs', to: '/hubs', icon: 'hub', permission: 'deployments:read' },
    { group: 'Where', label: 'Regions', to: '/regions', icon: 'globe', permission: 'deployments:read' },
    { group: 'Where', label: 'Pricing', to: '/pricing', icon: 'price', permission: 'deployments:read' },
  ],
} as const
