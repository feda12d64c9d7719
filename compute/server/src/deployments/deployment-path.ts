import { Problem } from '@service/foundation/problem.ts'
import Type from 'typebox'

export const DeploymentPath = Type.Object({
  deployment_id: Type.String({
    description: 'The `deployment_id` of a deployment.',
    examples: ['dep_01kd3f9n8x4s6t2v7w0y5z1a3b'],
  }),
})

export const noSuchDeployment = () => new Problem('not-found', 'Deployment not found.')

/** A malformed id is not found, like an unknown one. */
export function deploymentIdOf({ deployment_id: id }: Type.Static<typeof DeploymentPath>): string {
  if (!/^dep_[0-9a-z]{26}$/.test(id)) throw noSuchDeployment()
  return id
}
