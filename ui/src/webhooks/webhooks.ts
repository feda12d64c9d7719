/**
 * Webhooks: where events are sent, what became of each, sending them again, and whether a receiver verifies them.
 *
 * `model/` knows no component: the words of states and causes, and why something comes next. What the events of a service are
 * called is its own, and loaded with the first of these screens.
 */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { shellRoute } from '../shell/shell.ts'
import { readAttemptSearch, readDeliverySearch } from './model/search.ts'

function screen<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  const loadAll = async () => {
    const [page] = await Promise.all([load(), import('./offered.ts').then(({ loadOffered }) => loadOffered())])
    return page
  }
  return lazyRouteComponent(loadAll, name)
}

const staticData = { permission: 'webhooks:manage' }

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'webhooks',
  staticData,
  component: screen(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
})

const newRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'webhooks/new',
  staticData,
  component: screen(() => import('./new-webhook-page.tsx'), 'NewWebhookPage'),
})

/** A delivery opens beside the list, which stays as it is. */
const deliveriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'webhooks/$webhookId/deliveries/{-$deliveryId}',
  staticData,
  validateSearch: readDeliverySearch,
  component: screen(() => import('./deliveries-page.tsx'), 'DeliveriesPage'),
})

const attemptsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'webhooks/$webhookId/attempts',
  staticData,
  validateSearch: readAttemptSearch,
  component: screen(() => import('./attempts-page.tsx'), 'AttemptsPage'),
})

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'webhooks/$webhookId/settings',
  staticData,
  component: screen(() => import('./settings-page.tsx'), 'SettingsPage'),
})

const verifyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'webhooks/$webhookId/verify',
  staticData,
  component: screen(() => import('./verify-page.tsx'), 'VerifyPage'),
})

export const webhooks = {
  routes: [listRoute, newRoute, deliveriesRoute, attemptsRoute, settingsRoute, verifyRoute],
  navigation: [{ group: 'Notify', label: 'Webhooks', to: '/webhooks', icon: 'send', permission: 'webhooks:manage' }],
} as const
