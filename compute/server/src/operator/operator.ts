/**
 * The operator's view: what who operates the installation sees of all companies and hubs, and does about hubs. Nothing
 * here belongs to a tenant, so its routes are in a document of their own, and open to people who were made operators
 * at the command line (`npm run admin -- compute operator add`). The rule of each act is in `operatorViewRules` and in
 * the rules of hubs; the routes ask for the same permission before.
 */
export { makeOperatorViewActs, type OperatorViewActs, operatorViewRules } from './operator-acts.ts'
export { type OperatorRouteDeps, operatorRoutes } from './routes.ts'
