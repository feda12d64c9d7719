/** First steps: one screen that leads a company from nothing to its first alert, and says what is still missing. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell.ts'

const beginRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'begin',
  staticData: { permission: 'subjects:manage' },
  component: lazyRouteComponent(() => import('./begin-page.tsx'), 'BeginPage'),
})

export const begin = {
  routes: [beginRoute],
  navigation: [{ group: 'Set up', label: 'First steps', to: '/begin', icon: 'play', permission: 'subjects:manage' }],
} as const
