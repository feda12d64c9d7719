/** The operator's view: the installation as a whole. Who is no operator of it has none of these screens. */
import { shellRoute } from '@service/ui/shell/shell.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { companiesSearchOf } from './model/search.ts'

const permission = 'installation:operate'
const staticData = { permission }

const hubsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'operator/hubs',
  staticData,
  component: lazyRouteComponent(() => import('./hubs-page.tsx'), 'HubsPage'),
})

const companiesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'operator/companies',
  staticData,
  validateSearch: companiesSearchOf,
  component: lazyRouteComponent(() => import('./companies-page.tsx'), 'CompaniesPage'),
})

const workRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'operator/work',
  staticData,
  component: lazyRouteComponent(() => import('./work-page.tsx'), 'WorkPage'),
})

export const operator = {
  routes: [hubsRoute, companiesRoute, workRoute],
  navigation: [
    { group: 'Operate', label: 'All hubs', to: '/operator/hubs', icon: 'hub', permission },
    { group: 'Operate', label: 'Companies', to: '/operator/companies', icon: 'building', permission },
    { group: 'Operate', label: 'Queues', to: '/operator/work', icon: 'gauge', permission },
  ],
} as const
