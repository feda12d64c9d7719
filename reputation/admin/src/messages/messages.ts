/** Messages: to whom alerts and digests are sent, by e-mail, Slack and Teams, and whether they get through. */
import { shellRoute } from '@service/ui/shell/shell.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

const channelsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings/messages',
  staticData: { permission: 'messages:manage' },
  component: lazyRouteComponent(() => import('./messages-page.tsx'), 'MessagesPage'),
})

export const messages = {
  routes: [channelsRoute],
  navigation: [
    { group: 'Notify', label: 'Messages', to: '/settings/messages', icon: 'bell', permission: 'messages:manage' },
  ],
} as const
