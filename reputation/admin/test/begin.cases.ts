import type { RouteCases } from './route-case.ts'

export const cases: RouteCases = {
  '/begin': { at: '/begin', shows: 'You are', empty: { shows: 'Your name in the news' } },
}
