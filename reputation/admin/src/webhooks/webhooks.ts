/**
 * Webhooks: where events are sent, what became of each, sending them again, and whether a receiver verifies them.
 *
 * `model/` knows no component: the words of states and causes, and why something comes next.
 */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell.ts'
import { readAttemptSearch, readDeliverySearch } from './model/search.ts'

const staticData = { permission: 'webhooks:manage' }

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'webhooks',
  staticData,
  component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
})

const newRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'webhooks/new',
  staticData,
  component: lazyRouteComponent(() => import('./new-webhook-page.tsx'), 'NewWebhookPage'),
})

/** A delivery opens beside the list, which stays as it is. */
const deliveriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'webhooks/$webhookId/deliveries/{-$deliveryId}',
  staticData,
  validateSearch: readDeliverySearch,
  component: lazyRouteComponent(() => import('./deliveries-page.tsx'), 'DeliveriesPage'),
})

const attemptsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'webhooks/$webhookId/attempts',
  staticData,
  validateSearch: readAttemptSearch,
  component: lazyRouteComponent(() => import('./attempts-page.tsx'), 'AttemptsPage'),
})

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'webhooks/$webhookId/settings',
  staticData,
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
})

const verifyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'webhooks/$webhookId/verify',
  staticData,
  component: lazyRouteComponent(() => import('./verify-page.tsx'), 'VerifyPage'),
})

export const webhooks = {
  routes: [listRoute, newRoute, deliveriesRoute, attemptsRoute, settingsRoute, verifyRoute],
  navigation: [{ group: 'Notify', label: 'Webhooks', to: '/webhooks', icon: 'send', permission: 'webhooks:manage' }],
} as const
