import type { RouteCases } from './route-case.ts'

export const cases: RouteCases = {
  '/deploy': {
    at: '/deploy?image=nginx&region=eu&sovereignty=jurisdiction&count=2&duration_hours=3&name=chat',
    shows: /its parent of US/,
  },
}
