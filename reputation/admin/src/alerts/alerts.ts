/**
 * Alerts: the stories with alerts, as an inbox, and each with why it did, why it is not critical, and what was done about it;
 * and what makes an alert at all, tried on the last days.
 *
 * `model/` knows no component: the words of conditions and kinds of risk, and what of the list is chosen.
 */
import { shellRoute } from '@service/ui/shell/shell.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readInboxSearch } from './model/search.ts'

const staticData = { permission: 'alerts:read' }

const inboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'alerts',
  staticData,
  validateSearch: readInboxSearch,
  component: lazyRouteComponent(() => import('./inbox-page.tsx'), 'InboxPage'),
})

const storyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'alerts/$story',
  staticData,
  component: lazyRouteComponent(() => import('./story-page.tsx'), 'StoryPage'),
})

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings/alerts',
  staticData,
  component: lazyRouteComponent(() => import('./alert-settings-page.tsx'), 'AlertSettingsPage'),
})

export const alerts = {
  routes: [inboxRoute, storyRoute, settingsRoute],
  navigation: [
    { group: 'Watch', label: 'Alerts', to: '/alerts', icon: 'bell', permission: 'alerts:read' },
    { group: 'Settings', label: 'Alert threshold', to: '/settings/alerts', icon: 'target', permission: 'alerts:read' },
  ],
} as const
