/**
 * Deployments as their customers see them: asked for, read, waited for, stopped, deleted, and in the end forgotten.
 *
 * A request (`request.ts`) becomes a specification; `deploy.ts` has the placer find it a hub and waits for it to run.
 * Every change of a deployment is announced (`announce.ts`) with its commit; requests wait for it
 * (`await-change.ts`), a bounded number for each company (`bounded-waits.ts`). Stopping (`stop-deployments.ts`) only
 * writes the wish: `reconcile/` carries it out. Values of environment variables are kept sealed (`sealed-env.ts`). Erasure
 * and removal by age are in `privacy/`.
 */
export { announce, announcing, deploymentsChannel } from './announce.ts'
export { type Changes, openChanges } from './await-change.ts'
export { beginAttempts } from './begin-attempts.ts'
export { type BoundedWaits, boundWaits } from './bounded-waits.ts'
export { makeDeploy, type PlaceDeployment } from './deploy.ts'
export { DeploymentPath, deploymentIdOf, noSuchDeployment } from './deployment-path.ts'
export {
  type DeploymentFilter,
  hasLabels,
  insertion as deploymentInsertion,
  type LabelFilter,
} from './deployment-store.ts'
export { LabelParameter, readLabelFilter } from './label-filter.ts'
export { EndpointAccessInput, EndpointAccessShown } from './model/access-schema.ts'
export { CandidateResponse, candidateResponse, RefusalCause } from './placement-response.ts'
export { deploymentPruners } from './privacy/pruners.ts'
export { deploymentRedactors } from './privacy/redactors.ts'
export {
  makeFindMade,
  makeListDeployments,
  makeListEvents,
  makeReadDeployment,
  makeReadMade,
  type ReadDeployment,
} from './read-deployments.ts'
export { DeployBody, type RequestTerms, readDeployment as readDeployBody } from './request.ts'
export { EventResponse, eventResponse } from './responses.ts'
export { type DeploymentDeps, deploymentRoutes } from './routes.ts'
export { openEnv, sealEnv, type Variables } from './sealed-env.ts'
export { sealedEnvRows } from './sealed-env-rows.ts'
export { makeDeleteDeployment, makeStopDeployment } from './stop-deployment.ts'
export { stopDeployments } from './stop-deployments.ts'
