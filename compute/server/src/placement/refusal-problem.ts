/** What a customer reads who gets no GPUs: how many hubs refuse for which cause, and what may help. */
import { hoursShown } from '@service/compute-domain/metering/gpu-time.ts'
import type { Choice } from '@service/compute-domain/placement/placement.ts'
import { type RefusalCause, refusalCauses } from '@service/compute-domain/placement/refusal.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { Admission } from '../metering/metering.ts'
import { gpuHoursExceeded, noCapacity, noFeasibleHub, planUsed, tooManyDeployments } from '../own-problems.ts'

/** How the hubs counted under a cause are described. */
const words: Readonly<Record<RefusalCause, string>> = {
  region: 'outside the requested regions',
  sovereignty: 'below the requested level of sovereignty',
  gpu_type: 'without this type of GPU',
  too_small: 'with too few GPUs in total',
  price: 'above the maximum price',
  closed: 'closed by the operator',
  tried: 'already tried',
  unreachable: 'currently unreachable',
  full: 'without enough free GPUs right now',
}

/** `details` has each count under `refused.<cause>`. */
export function refusalProblem({ because, hubs, refused }: Choice & { kind: 'refused' }): Problem {
  const causes = refusalCauses.filter((cause) => refused[cause] > 0)
  const counts = causes.map((cause) => `${refused[cause]} ${words[cause]}`).join(', ')
  const reasons = hubs === 0 ? 'There are no hubs.' : `Of ${hubs} ${hubs === 1 ? 'hub' : 'hubs'}: ${counts}.`
  const details = causes.map((cause) => ({ path: `refused.${cause}`, message: `${refused[cause]} ${words[cause]}` }))
  if (because === 'no_capacity') {
    const help = 'Try again later, ask for fewer GPUs, or allow more regions.'
    return new Problem(noCapacity, `No hub has room for this deployment right now. ${reasons} ${help}`, { details })
  }
  return new Problem(noFeasibleHub, `No hub can run this deployment as requested. ${reasons}`, { details })
}

export const noHubsProblem = (toDo: string): Problem =>
  new Problem(
    'unavailable',
    `This service has no hub that responds, so nothing can be deployed. For its operator: ${toDo}`,
    {
      retryAfterSeconds: 60,
    },
  )

export function noHoursProblem({ hours }: Admission & { admitted: false }, gpus: number): Problem {
  const reserved = hours.reservedMs > 0 ? `, and ${hoursShown(hours.reservedMs)} are reserved` : ''
  return new Problem(
    gpuHoursExceeded,
    `Not enough GPU-hours are left this month: ${hoursShown(hours.usedMs)} of ${hoursShown(hours.limitMs)} are used${reserved}, and ` +
      `${gpus === 1 ? 'a GPU needs' : `${gpus} GPUs need`} at least a minute each. They reset on the 1st (UTC); ` +
      'the operator can raise the limit.',
  )
}

export const planUsedProblem = (): Problem =>
  new Problem(
    planUsed,
    'This plan has been deployed already. Send the idempotency_key of then to see that deployment again; for another one ' +
      'plan again, and ask the person again.',
  )

export const tooManyProblem = (limit: number): Problem =>
  new Problem(
    tooManyDeployments,
    `The limit of ${limit} live deployments, scheduled ones included, is reached. Stop or delete some; the operator can ` +
      'raise the limit.',
  )
