/** A form whose answer stands beside it: where it would run, for how much, and why nowhere else. */
import { shellRoute } from '@service/ui/shell/shell.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { deploySearchOf } from './model/form.ts'

const deployRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'deploy',
  staticData: { permission: 'deployments:read' },
  validateSearch: deploySearchOf,
  component: lazyRouteComponent(() => import('./deploy-page.tsx'), 'DeployPage'),
})

export const deploy = {
  routes: [deployRoute],
  navigation: [{ group: 'Run', label: 'Deploy', to: '/deploy', icon: 'plus', permission: 'deployments:read' }],
} as const
