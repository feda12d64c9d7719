import type { RouteCases } from './route-case.ts'

export const cases: RouteCases = {
  '/': { at: '/', shows: /confidence/, empty: { shows: 'None registered yet' } },
}
