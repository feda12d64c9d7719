/**
 * Endpoints: who may reach a deployment from outside. Its access rule is part of its specification (`set-access.ts`
 * changes it) and the gateway enforces it. People of the company come by visits (`visits.ts`).
 */
export { endpointPruners } from './pruners.ts'
export { type EndpointRouteDeps, endpointRoutes, visitPage, visitRoutes } from './routes.ts'
export { makeSetAccess } from './set-access.ts'
export {
  entryPath,
  makeVisits,
  type Place,
  useScope,
  type Visits,
  visitCookie,
  visitCookies,
  visitMs,
} from './visits.ts'
