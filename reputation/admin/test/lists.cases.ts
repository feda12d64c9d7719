import { addEarlierVersion } from '@service/reputation-testing/lists/earlier-version.ts'
import type { RouteCases } from './route-case.ts'

export const cases: RouteCases = {
  '/lists': { at: '/lists', shows: 'What changed in OFAC' },
  '/lists/$list/changes': {
    at: async ({ service }) => {
      await addEarlierVersion(service.administration.db.connection, 'UN')
      return '/lists/UN/changes'
    },
    shows: 'Differences',
  },
}
