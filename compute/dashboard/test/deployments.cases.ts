import type { RouteCases } from './route-case.ts'

export const cases: RouteCases = {
  '/deployments': {
    at: '/deployments?text=a',
    shows: 'chat',
    empty: { at: '/deployments', shows: 'Nothing has been deployed yet' },
  },
  '/deployments/$deploymentId/{-$tab}': {
    at: async ({ full }) => `/deployments/${await full.deploy({ name: 'walked', carbon_aware: true })}/placement`,
    shows: /Against|cheapest hub that fits/,
  },
}
