import type { RouteCases } from './route-case.ts'

export const cases: RouteCases = {
  '/settings/keys': { at: '/settings/keys', shows: 'Test', elsewhere: true },
  '/settings/members': { at: '/settings/members', shows: 'Grace Person', elsewhere: true },
  '/settings/security': { at: '/settings/security', shows: 'this one', elsewhere: true },
  '/settings/company': { at: '/settings/company', shows: 'Short name', elsewhere: true },
  '/settings/domains': { at: '/settings/domains', shows: 'app.example.com', empty: { shows: 'No domain yet' } },
  '/settings/registries': { at: '/settings/registries', shows: 'ghcr.io', empty: { shows: 'No registry login yet' } },
  '/settings/quota': { at: '/settings/quota', shows: 'Used this month', elsewhere: true },
  '/audit': {
    at: async ({ service, full: { companyId } }) => {
      const [event] = await service.administration.listAuditEvents(
        { actor: 'system', requestId: null },
        { companyId },
        1,
      )
      return `/audit?event=${event?.id}`
    },
    shows: 'Field',
    elsewhere: true,
  },
}
