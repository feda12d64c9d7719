import type { RouteCases } from './route-case.ts'

export const cases: RouteCases = {
  '/': { at: '/', shows: 'chat', empty: { shows: 'Nothing runs' } },
}
