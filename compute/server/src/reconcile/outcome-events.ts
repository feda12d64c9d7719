import type { NewId } from '@service/foundation/new-id.ts'
import type { DeploymentEvent } from '../events/model/event.ts'
import type { Outcome } from './outcome.ts'

/** What an outcome is to customers: something that happened on the way, a change of the status, or both, in this order. */
export function outcomeEvents(
  { claim, status, reason, message, allocations, event, at }: Outcome,
  newId: NewId,
): DeploymentEvent[] {
  const last = allocations.at(-1)
  const common = {
    companyId: claim.companyId,
    deploymentId: claim.id,
    reason,
    message,
    hubId: last?.hubId ?? null,
    attempt: last?.attempt ?? null,
    actor: 'system',
    at,
  } as const
  return [
    ...(event ? [{ ...common, id: newId('evt'), type: event.type, status: null, data: event.data }] : []),
    ...(status !== claim.status ? [{ ...common, id: newId('evt'), type: status, status, data: null }] : []),
  ]
}
