import type { RouteCases } from './route-case.ts'

export const cases: RouteCases = {
  '/': { at: '/', shows: /of 100/, empty: { shows: 'Nothing is sent anywhere yet' } },
}
