import type { RouteCases } from './route-case.ts'

/** The owner of the company with data is an operator of the installation; that of the other is none. */
export const cases: RouteCases = {
  '/operator/hubs': { at: '/operator/hubs', shows: 'se-north-1', empty: { shows: 'installation:operate' } },
  '/operator/companies': {
    at: '/operator/companies',
    shows: 'Starter, free',
    empty: { shows: 'installation:operate' },
  },
  '/operator/work': { at: '/operator/work', shows: 'failing_over', empty: { shows: 'installation:operate' } },
}
