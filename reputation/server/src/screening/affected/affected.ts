/** Past screenings that a change of a list bears on. */
export { makeFindAffected } from './find-affected.ts'
export { type AffectedDeps, affectedRoutes } from './routes.ts'
