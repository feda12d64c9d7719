import { statuses } from '@service/compute-domain/deployments/status.ts'
import { stringEnum } from '@service/foundation/http/model/string-enum.ts'

export const DeploymentStatusSchema = stringEnum(statuses, {
  title: 'DeploymentStatus',
  description: 'The state of a deployment in its life cycle.',
})
